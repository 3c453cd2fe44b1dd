import { isDeepStrictEqual } from 'node:util';
import type { Resource, Template } from '../../infra/local/template/cloudformation.ts';
import { importPackage } from '../corpora/packages.ts';

interface CloudFormationDiff {
  fullDiff: (
    before: Template,
    after: Template,
  ) => { resources: { forEachDifference(visit: (id: string, difference: { changeImpact: string }) => void): void } };
}

const { fullDiff } = await importPackage<CloudFormationDiff>('@aws-cdk/cloudformation-diff');

/** Resources that must not be replaced: their data, or the address or id that clients use, would be lost. */
const RETAINED: ReadonlySet<string> = new Set([
  'AWS::ApiGateway::DomainName',
  'AWS::ApiGateway::RestApi',
  'AWS::ApiGateway::Stage',
  // API keys are on plans.
  'AWS::ApiGateway::UsagePlan',
  'AWS::Cognito::UserPool',
  'AWS::Cognito::UserPoolClient',
  'AWS::Cognito::UserPoolDomain',
  'AWS::DynamoDB::GlobalTable',
  'AWS::Logs::LogGroup',
  // A new subscription would have to be confirmed again.
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SQS::Queue',
]);

/** Properties that CloudFormation cannot change: the update fails. By its reference, "Update requires: not supported". */
const FIXED: Record<string, string[]> = {
  'AWS::Cognito::UserPool': ['AliasAttributes', 'Schema', 'UsernameAttributes', 'UsernameConfiguration'],
  // Time to live has to be disabled before it is enabled for another attribute.
  'AWS::DynamoDB::GlobalTable': ['TimeToLiveSpecification'],
};

/** Unique properties: a new resource is created before the old one is deleted, so the update would fail. */
const UNIQUE: Record<string, string[]> = {
  'AWS::ApiGateway::Authorizer': ['RestApiId', 'Name'],
  'AWS::ApiGateway::BasePathMapping': ['DomainName', 'BasePath'],
  'AWS::ApiGateway::GatewayResponse': ['RestApiId', 'ResponseType'],
  'AWS::ApiGateway::Method': ['RestApiId', 'ResourceId', 'HttpMethod'],
  'AWS::ApiGateway::Resource': ['RestApiId', 'ParentId', 'PathPart'],
  'AWS::CloudWatch::Dashboard': ['DashboardName'],
  'AWS::Cognito::UserPoolResourceServer': ['UserPoolId', 'Identifier'],
  'AWS::Lambda::EventSourceMapping': ['EventSourceArn', 'FunctionName'],
  'AWS::Route53::RecordSet': ['Name', 'Type'],
};

const LOSSES: ReadonlySet<string> = new Set(['WILL_REPLACE', 'MAY_REPLACE', 'WILL_DESTROY', 'WILL_ORPHAN']);

/**
 * Returns why an update from one template to another would lose permanent data or fail, by CloudFormation's rules.
 */
export function updateProblems(before: Template, after: Template): string[] {
  return [
    ...losses(before, after),
    ...fixedProperties(before, after),
    ...taken(before, after),
    ...indexes(before, after),
  ];
}

function losses(before: Template, after: Template): string[] {
  const problems: string[] = [];
  fullDiff(before, after).resources.forEachDifference((id, { changeImpact }) => {
    const resource = before.Resources[id];
    if (resource && RETAINED.has(resource.Type) && LOSSES.has(changeImpact)) problems.push(`${id}: ${changeImpact}`);
  });
  for (const [id, resource, now] of retained(before, after)) {
    for (const policy of ['DeletionPolicy', 'UpdateReplacePolicy'] as const) {
      // A resource that is retained from now on loses nothing.
      if (resource[policy] !== now[policy] && now[policy] !== 'Retain') problems.push(`${id}: ${policy} changes`);
    }
  }
  return problems;
}

function fixedProperties(before: Template, after: Template): string[] {
  return retained(before, after).flatMap(([id, resource, now]) =>
    (FIXED[resource.Type] ?? [])
      .filter((name) => !isDeepStrictEqual(resource.Properties?.[name], now.Properties?.[name]))
      .map((name) => `${id}: ${name} changes`),
  );
}

/** Returns resources of retained types that are in both templates. */
function retained(before: Template, after: Template) {
  return Object.entries(before.Resources).flatMap(([id, resource]) => {
    const now = after.Resources[id];
    return RETAINED.has(resource.Type) && now?.Type === resource.Type ? [[id, resource, now] as const] : [];
  });
}

function taken(before: Template, after: Template): string[] {
  const holders = new Map(Object.entries(before.Resources).map(([id, resource]) => [identityOf(resource) ?? id, id]));
  return Object.entries(after.Resources).flatMap(([id, resource]) => {
    const holder = holders.get(identityOf(resource) ?? id);
    return holder !== undefined && holder !== id ? [`${id}: is ${holder} under another id`] : [];
  });
}

function identityOf({ Type, Properties = {} }: Resource): string | null {
  const names = UNIQUE[Type];
  return names ? JSON.stringify([Type, ...names.map((name) => Properties[name] ?? null)]) : null;
}

interface Table {
  AttributeDefinitions: { AttributeName: string; AttributeType: string }[];
  GlobalSecondaryIndexes?: { IndexName: string; KeySchema: unknown; Projection: unknown }[];
}

/**
 * An update can create or delete one index per table, and must not change those that remain: both versions query them
 * (https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-globaltable.html).
 */
function indexes(before: Template, after: Template): string[] {
  const tables = retained(before, after).filter(([, { Type }]) => Type === 'AWS::DynamoDB::GlobalTable');
  return tables.flatMap(([id, resource, now]) => {
    const [was, is] = [tableOf(resource), tableOf(now)];
    const { GlobalSecondaryIndexes: old = [] } = was;
    const { GlobalSecondaryIndexes: present = [] } = is;
    const isIn = (list: typeof old, { IndexName }: (typeof old)[number]) =>
      list.some((index) => index.IndexName === IndexName);
    const changed = old.filter((index) => isIn(present, index) && !present.some((other) => isSameIndex(index, other)));
    const [added, removed] = [
      present.filter((index) => !isIn(old, index)),
      old.filter((index) => !isIn(present, index)),
    ];
    const retyped = was.AttributeDefinitions.filter((definition) =>
      is.AttributeDefinitions.some(
        (other) => other.AttributeName === definition.AttributeName && !isDeepStrictEqual(definition, other),
      ),
    );
    return [
      ...changed.map(({ IndexName }) => `${id}: index ${IndexName} changes`),
      ...(added.length + removed.length > 1 ? [`${id}: ${added.length + removed.length} indexes are new or gone`] : []),
      ...retyped.map(({ AttributeName }) => `${id}: attribute ${AttributeName} changes`),
    ];
  });
}

const tableOf = ({ Properties }: Resource) => Properties as unknown as Table;

function isSameIndex(one: { IndexName: string }, other: { IndexName: string }): boolean {
  return one.IndexName === other.IndexName && isDeepStrictEqual(one, other);
}
