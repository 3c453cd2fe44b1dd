import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Template } from '../../infra/local/template/cloudformation.ts';
import { serviceVersion } from '../../infra/settings.ts';
import { synthesizeStack } from '../support/stack.ts';
import { updateProblems } from '../support/update-problems.ts';

/**
 * The last two versions: this one, and the one that deployments are updated from. Before a release,
 * `UPDATE_TEMPLATES=1` stores the templates of the version in package.json; those of the version before the last are
 * then deleted.
 */
const VERSIONS = ['0.3.0', '0.4.0'];
/** Settings of the templates. They must not change: another stack or stage name means another stack. */
const deployments = {
  nothing: {},
  everything: {
    alarmEmail: 'operator@example.com',
    wafRequestsPer5Minutes: 300,
    domainName: 'metrics.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/00000000-0000-4000-8000-000000000000',
    hostedZoneId: 'Z0123456789ABCDEFGHIJ',
    signInDomainPrefix: 'metrics-sign-in',
    backOfficeUrl: 'https://metrics.example.com/back-office/',
    forumUpstreamUrl: 'https://forum.example.com',
    accountLogRole: false,
  },
};
type Deployment = keyof typeof deployments;

const names = Object.keys(deployments) as Deployment[];
const fileOf = (version: string, deployment: Deployment) =>
  `test/fixtures/templates/${version}-${deployment}.template.json`;
const templateOf = (version: string, deployment: Deployment) =>
  JSON.parse(readFileSync(fileOf(version, deployment), 'utf8')) as Template;
const synthesize = (deployment: Deployment) => synthesizeStack(deployments[deployment]).template.toJSON() as Template;

/** Returns a template with one line for each resource, without metadata, which contain paths of the machine. */
function textOf({ Resources, ...others }: Template): string {
  const withoutMetadata = (key: string, value: unknown) => (key === 'Metadata' ? undefined : value);
  const lines = Object.entries(Resources).map(
    ([id, resource]) => `${JSON.stringify(id)}:${JSON.stringify(resource, withoutMetadata)}`,
  );
  return `${JSON.stringify(others).slice(0, -1)},"Resources":{\n${lines.join(',\n')}\n}}\n`;
}

beforeAll(() => {
  if (process.env.UPDATE_TEMPLATES !== '1') return;
  for (const name of names) writeFileSync(fileOf(serviceVersion(), name), textOf(synthesize(name)));
});

test('the templates of this version are stored', () => {
  expect(VERSIONS.at(-1)).toBe(serviceVersion());
});

test.each(VERSIONS.flatMap((version) => names.map((name) => [version, name] as const)))(
  'a deployment of %s with %s set updates to this version without losing anything',
  (version, name) => {
    expect(updateProblems(templateOf(version, name), synthesize(name))).toEqual([]);
  },
);

const copyOf = <Part>(part: Part) => JSON.parse(JSON.stringify(part)) as Part;

describe('an update', () => {
  let template: Template;
  beforeAll(() => {
    template = templateOf(VERSIONS[0]!, 'everything');
  });

  const idsOf = (type: string) =>
    Object.keys(template.Resources).filter((id) => template.Resources[id]!.Type === type) as [string, ...string[]];
  const propertiesOf = ({ Resources }: Template, id: string) => Resources[id]!.Properties as Record<string, unknown>;

  function rename({ Resources }: Template, id: string) {
    Resources[`${id}New`] = Resources[id]!;
    delete Resources[id];
  }

  const index = (IndexName: string) => ({
    IndexName,
    KeySchema: [{ AttributeName: `${IndexName}_key`, KeyType: 'HASH' }],
    Projection: { ProjectionType: 'KEYS_ONLY' },
  });
  function addIndexes(changed: Template, id: string, ...names: string[]) {
    const properties = propertiesOf(changed, id) as Record<string, object[]>;
    properties.GlobalSecondaryIndexes = [...(properties.GlobalSecondaryIndexes ?? []), ...names.map(index)];
    properties.AttributeDefinitions!.push(
      ...names.map((name) => ({ AttributeName: `${name}_key`, AttributeType: 'S' })),
    );
  }
  const indexesOf = (changed: Template, id: string) =>
    propertiesOf(changed, id).GlobalSecondaryIndexes as { Projection: object }[];

  /** @returns the problems of a changed template */
  function problemsAfter(change: (template: Template) => void): string[] {
    const changed = copyOf(template);
    change(changed);
    return updateProblems(template, changed);
  }

  const SCHEDULE = 'TablesDomainSchedule710E2F9E';
  const HISTORY = 'TablesDomainHistoryD207CB92';
  const SITE_CRAWLS = 'TablesSiteCrawls70D9FF1E';

  test('may change code, add functions, tables and routes, add or remove one index per table, and retain a table', () => {
    const problems = problemsAfter((changed) => {
      for (const id of idsOf('AWS::Lambda::Function')) propertiesOf(changed, id).Code = { S3Key: 'other' };
      changed.Resources.NewTable = copyOf(changed.Resources[HISTORY]!);
      changed.Resources.NewRoute = copyOf(changed.Resources[idsOf('AWS::ApiGateway::Resource')[0]]!);
      changed.Resources.NewRoute.Properties!.PathPart = 'new';
      addIndexes(changed, SCHEDULE, 'newest');
      addIndexes(changed, HISTORY, 'newest');
      Object.assign(changed.Resources[SITE_CRAWLS]!, { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    });
    expect(problems).toEqual([]);
  });

  test.each<[string, (changed: Template) => void, string]>([
    ['another key of a table', (t) => (propertiesOf(t, HISTORY).KeySchema = [{}]), `${HISTORY}: WILL_REPLACE`],
    ['a name for a table', (t) => (propertiesOf(t, HISTORY).TableName = 'history'), `${HISTORY}: WILL_REPLACE`],
    ['another id of a table', (t) => rename(t, HISTORY), `${HISTORY}: WILL_ORPHAN`],
    ['two indexes', (t) => addIndexes(t, SCHEDULE, 'one', 'two'), `${SCHEDULE}: 2 indexes are new or gone`],
    ['two indexes less', (t) => indexesOf(t, SCHEDULE).splice(0, 2), `${SCHEDULE}: 2 indexes are new or gone`],
    [
      'another projection',
      (t) => (indexesOf(t, SCHEDULE)[0]!.Projection = { ProjectionType: 'ALL' }),
      `${SCHEDULE}: index due changes`,
    ],
    ['no retention', (t) => (t.Resources[HISTORY]!.DeletionPolicy = 'Delete'), `${HISTORY}: DeletionPolicy changes`],
  ])('is rejected with %s', (_, change, problem) => {
    expect(problemsAfter(change)).toContain(problem);
  });

  test.each<[string, string, string, unknown, string]>([
    ['the name of the stage', 'AWS::ApiGateway::Stage', 'StageName', 'other', 'WILL_REPLACE'],
    ['the name of a queue', 'AWS::SQS::Queue', 'QueueName', 'other', 'WILL_REPLACE'],
    ['what operators sign in with', 'AWS::Cognito::UserPool', 'AliasAttributes', ['email'], 'AliasAttributes changes'],
    ['the host of the sign-in', 'AWS::Cognito::UserPoolDomain', 'Domain', 'other', 'WILL_REPLACE'],
    ['the custom domain', 'AWS::ApiGateway::DomainName', 'DomainName', 'other.example.com', 'WILL_REPLACE'],
  ])('is rejected when it changes %s', (_, type, property, value, problem) => {
    const [id] = idsOf(type);
    expect(problemsAfter((changed) => (propertiesOf(changed, id)[property] = value))).toContain(`${id}: ${problem}`);
  });

  test.each([
    'AWS::ApiGateway::RestApi',
    'AWS::ApiGateway::UsagePlan',
    'AWS::Cognito::UserPool',
    'AWS::SNS::Topic',
    'AWS::SQS::Queue',
  ])('is rejected when it removes one of %s', (type) => {
    const [id] = idsOf(type);
    expect(problemsAfter(({ Resources }) => delete Resources[id]).filter((each) => each.startsWith(id))).toHaveLength(
      1,
    );
  });

  test.each(['AWS::ApiGateway::Resource', 'AWS::ApiGateway::Method', 'AWS::Lambda::EventSourceMapping'])(
    'with a second %s of the same kind does not pass, since the first one is deleted too late',
    (type) => {
      const id = idsOf(type).at(-1)!;
      expect(problemsAfter((changed) => rename(changed, id))).toEqual([`${id}New: is ${id} under another id`]);
    },
  );
});
