import { localArn } from '../credentials.ts';

/** A resource of a CloudFormation template, as is. */
export interface Resource {
  Type: string;
  Properties?: Record<string, unknown>;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
}

export interface Template {
  Resources: Record<string, Resource>;
}

const PSEUDO_PARAMETERS: Record<string, string> = {
  'AWS::Region': 'us-east-1',
  'AWS::AccountId': '000000000000',
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::StackName': 'local',
};

/** Thrown when the template uses an intrinsic function that the runner does not support. */
export class UnknownIntrinsic extends Error {
  readonly code = 'unknown_intrinsic';

  constructor(name: string) {
    super(`The template uses ${name}, which the local runner does not resolve`);
  }
}

/**
 * Resolves the intrinsic functions of a template to their local values: a resource's reference is its logical id, and
 * its ARN ends in it.
 */
export function resolve(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolve);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value);
  const [name, argument] = entries[0] ?? [];
  if (entries.length === 1 && name === 'Ref') return reference(argument as string);
  if (entries.length === 1 && name?.startsWith('Fn::')) return intrinsic(name, argument);
  return Object.fromEntries(entries.map(([key, member]) => [key, resolve(member)]));
}

function reference(name: string): string {
  return PSEUDO_PARAMETERS[name] ?? name;
}

function attribute(id: string, name: string): string {
  return name === 'Arn' ? localArn(id) : `${id}.${name}`;
}

function intrinsic(name: string, argument: unknown): unknown {
  switch (name) {
    case 'Fn::GetAtt':
      return attribute(...(argument as [string, string]));
    case 'Fn::Sub':
      return substitute(argument as string);
    case 'Fn::Join': {
      const [separator, parts] = argument as [string, unknown[]];
      return (resolve(parts) as string[]).join(separator);
    }
    case 'Fn::Split': {
      const [separator, text] = argument as [string, unknown];
      return (resolve(text) as string).split(separator);
    }
    case 'Fn::Select': {
      const [index, list] = argument as [string | number, unknown];
      return (resolve(list) as unknown[])[Number(index)];
    }
    default:
      throw new UnknownIntrinsic(name);
  }
}

/** `Fn::Sub` without a map, the only form that the CDK writes. */
function substitute(text: string): string {
  return text.replace(/\$\{([^!}.]+)(?:\.([^}]+))?\}/g, (_match, id: string, name?: string) =>
    name ? attribute(id, name) : reference(id),
  );
}
