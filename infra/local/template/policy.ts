/** A statement of an IAM policy, with its ARNs resolved. */
export interface Statement {
  effect: 'Allow' | 'Deny';
  actions: string[];
  resources: string[];
}

/** An action on a resource that a call requires, such as `dynamodb:GetItem` on a table's ARN. */
export interface RequiredAction {
  action: string;
  resource: string;
}

/** Whether a role's statements allow it, by IAM's rules: denied by default, and `Deny` overrides `Allow`. */
export function isAllowed(statements: Statement[], required: RequiredAction): boolean {
  const fitting = statements.filter((statement) => covers(statement, required));
  return fitting.length > 0 && fitting.every(({ effect }) => effect === 'Allow');
}

/** Whether a statement applies to it. IAM compares actions case-insensitively, ARNs case-sensitively. */
export function covers({ actions, resources }: Omit<Statement, 'effect'>, required: RequiredAction): boolean {
  return (
    actions.some((action) => matches(action.toLowerCase(), required.action.toLowerCase())) &&
    resources.some((resource) => matches(resource, required.resource))
  );
}

/** IAM's wildcards: `*` matches any characters, slashes included, `?` matches one. */
function matches(pattern: string, text: string): boolean {
  const escaped = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${escaped}$`, 's').test(text);
}
