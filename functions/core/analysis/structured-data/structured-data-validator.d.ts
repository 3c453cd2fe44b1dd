declare module '@adobe/structured-data-validator' {
  export default class Validator {
    /** By type. */
    registeredHandlers: Readonly<Record<string, unknown>>;

    /** @param data entities by their type, by format */
    validate(data: { jsonld: Record<string, object[]> }): Promise<
      {
        issueMessage: string;
        severity: 'ERROR' | 'WARNING';
        /** From the root to the entity concerned. */
        path: { property?: string; index?: number }[];
        /** Paths of the properties concerned below that entity. */
        fieldNames: string[];
      }[]
    >;
  }
}
