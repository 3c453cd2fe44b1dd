declare module '@adobe/structured-data-validator' {
  /** From an entity to one of its parts. */
  export interface Step {
    property?: string;
    index?: number;
    type?: string;
  }

  export interface Finding {
    issueMessage: string;
    severity: 'ERROR' | 'WARNING';
    /** From the root to the entity concerned. */
    path: Step[];
    /** Paths of the properties concerned below that entity. */
    fieldNames: string[];
  }

  /** Loads the class that checks entities of a type. */
  export type RuleHandler = () => Promise<{
    default: new (place: { path: Step[] }) => { validate(entity: Readonly<Record<string, unknown>>): Finding[] };
  }>;

  export default class Validator {
    /** By type. */
    registeredHandlers: Record<string, RuleHandler[]>;

    /** @param data entities by their type, by format */
    validate(data: { jsonld: Record<string, object[]> }): Promise<Finding[]>;
  }
}
