/** A statement of an IAM policy, with its ARNs resolved. */
export interface Statement {
  effect: 'Allow' | 'Deny';
  actions: string[];
  resources: string[];
}

/** What a call takes: an action on a resource, such as `dynamodb:GetItem` on a table's ARN. */
export interface Demand {
  action: string;
  resource: string;
}

/** Whether a role's statements allow it, by IAM's rules: nothing is allowed by itself, and a denial prevails. */
export function isAllowed(statements: Statement[], demand: Demand): boolean {
  const fitting = statements.filter((statement) => covers(statement, demand));
  return fitting.length > 0 && fitting.every(({ effect }) => effect === 'Allow');
}

/** Whether a statement says anything of it. IAM tells actions apart by their letters alone, ARNs by their case too. */
export function covers({ actions, resources }: Pick<Statement, 'actions' | 'resources'>, demand: Demand): boolean {
  return (
    actions.some((action) => matches(action.toLowerCase(), demand.action.toLowerCase())) &&
    resources.some((resource) => matches(resource, demand.resource))
  );
}

/** IAM's wildcards: `*` stands for any characters, slashes included, `?` for one. */
function matches(pattern: string, text: string): boolean {
  const escaped = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${escaped}$`, 's').test(text);
}
