/**
 * JSON Schema of a parameter as it is sent. A zod schema that transforms its input has this form as metadata
 * (`.meta({ form })`), with the bounds that it checks: the OpenAPI description is generated from it.
 */
export interface ParameterForm {
  type: 'string' | 'integer';
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  enum?: string[];
  /** Source of a regular expression for the whole string. */
  pattern?: string;
  default?: string | number;
}
