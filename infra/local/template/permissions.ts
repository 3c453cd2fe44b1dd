import { resolve, type Resource, type Template } from './cloudformation.ts';

/** Statements of the functions' roles, by the function's logical id. */
export type Permissions = Map<string, Statement[]>;

/** Thrown when a role has an element that the runner does not check. */
export class UnknownPolicy extends Error {
  readonly code = 'unknown_policy';

  constructor(id: string, what: string) {
    super(`${id} has ${what}, which the local runner does not judge by`);
  }
}

interface PolicyProperties {
  Roles?: string[];
  PolicyDocument: { Statement: Record<string, unknown>[] };
}

interface RoleProperties {
  Policies?: PolicyProperties[];
  ManagedPolicyArns?: string[];
}

/**
 * Reads what each function's role allows.
 *
 * @throws {UnknownPolicy}
 */
export function readPermissions({ Resources }: Template): Permissions {
  const ofType = (...types: string[]) => Object.entries(Resources).filter(([, { Type }]) => types.includes(Type));
  const policies = ofType('AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy');

  function statementsOf(roleId: string): Statement[] {
    const { Policies = [], ManagedPolicyArns } = propertiesOf<RoleProperties>(Resources[roleId]!);
    if (ManagedPolicyArns?.length) throw new UnknownPolicy(roleId, 'ManagedPolicyArns');
    const attached = policies
      .filter(([, { Properties }]) => (resolve(Properties!.Roles ?? []) as string[]).includes(roleId))
      .map(([, policy]) => propertiesOf<PolicyProperties>(policy));
    return [...Policies, ...attached].flatMap(({ PolicyDocument }) =>
      PolicyDocument.Statement.map((statement) => readStatement(roleId, statement)),
    );
  }

  return new Map(
    ofType('AWS::Lambda::Function').map(([id, resource]) => {
      const { Role } = propertiesOf<{ Role: string }>(resource);
      return [id, statementsOf(Role.split(':').at(-1)!)];
    }),
  );
}

function propertiesOf<Properties>({ Properties = {} }: Resource): Properties {
  return resolve(Properties) as Properties;
}

function readStatement(roleId: string, { Sid: _, Effect, Action, Resource, ...more }: Record<string, unknown>) {
  const { Condition, ...others } = more;
  const [unknown] = Object.keys(Condition && !isNoOverwrite(Condition) ? more : others);
  if (unknown) throw new UnknownPolicy(roleId, unknown);
  return { effect: Effect, actions: [Action].flat(), resources: [Resource].flat() } as Statement;
}

/** The condition of creating parameters, which the runner's parameter store never overwrites. */
function isNoOverwrite(condition: unknown): boolean {
  return JSON.stringify(condition) === '{"StringEquals":{"ssm:Overwrite":"false"}}';
}

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
