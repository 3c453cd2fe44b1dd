/**
 * A parameter as it stands in a request, as JSON Schema. A schema that reads a text into something else carries its
 * form as metadata (`.meta({ form })`), made of the same bounds that it checks: the OpenAPI description is made of it.
 */
export interface ParameterForm {
  type: 'string' | 'integer';
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  /** Source of a regular expression for the whole text. */
  pattern?: string;
  default?: string | number;
}
