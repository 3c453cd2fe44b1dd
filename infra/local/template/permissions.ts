import type { Statement } from './policy.ts';
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
  const [unknown] = Object.keys(more);
  if (unknown) throw new UnknownPolicy(roleId, unknown);
  return { effect: Effect, actions: [Action].flat(), resources: [Resource].flat() } as Statement;
}
