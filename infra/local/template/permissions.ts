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
  const [unknown] = Object.keys(others);
  if (unknown) throw new UnknownPolicy(roleId, unknown);
  const conditions = Condition === undefined ? undefined : readConditions(roleId, Condition as Record<string, unknown>);
  return {
    effect: Effect,
    actions: [Action].flat(),
    resources: [Resource].flat(),
    ...(conditions !== undefined && { conditions }),
  } as Statement;
}

const CONDITION_KEYS = /^(?:ssm:Overwrite|aws:(?:Resource|Request)Tag\/\w+)$/;

function readConditions(roleId: string, { StringEquals = {}, ...others }: Record<string, unknown>): ConditionContext {
  const equal = StringEquals as ConditionContext;
  const unknown = [...Object.keys(others), ...Object.keys(equal).filter((key) => !CONDITION_KEYS.test(key))];
  if (unknown.length > 0) throw new UnknownPolicy(roleId, `the condition ${unknown[0]}`);
  return equal;
}

/** Values by condition key, such as `aws:ResourceTag/stack`. */
type ConditionContext = Record<string, string>;

/** A statement of an IAM policy, with its ARNs resolved. */
export interface Statement {
  effect: 'Allow' | 'Deny';
  actions: string[];
  resources: string[];
  /** Values that the context of a call must have. */
  conditions?: ConditionContext;
}

/** An action on a resource that a call requires, such as `dynamodb:GetItem` on a table's ARN. */
export interface RequiredAction {
  action: string;
  resource: string;
  /** What conditions are compared with. */
  context?: ConditionContext;
}

/** Whether a role's statements allow it, by IAM's rules: denied by default, and `Deny` overrides `Allow`. */
export function isAllowed(statements: Statement[], required: RequiredAction): boolean {
  const fitting = statements.filter((statement) => covers(statement, required) && holds(statement, required));
  return fitting.length > 0 && fitting.every(({ effect }) => effect === 'Allow');
}

function holds({ conditions = {} }: Statement, { context = {} }: RequiredAction): boolean {
  return Object.entries(conditions).every(([key, value]) => context[key] === value);
}

/** Whether a statement applies to it, whatever its conditions. IAM compares actions case-insensitively, ARNs case-sensitively. */
export function covers(
  { actions, resources }: Pick<Statement, 'actions' | 'resources'>,
  required: RequiredAction,
): boolean {
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
