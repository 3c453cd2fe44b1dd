import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { awsRequestLimits } from '../../functions/core/platform/aws-request-limits.ts';
import { explainAwsError } from './command-line.ts';
import type { DeploymentSettings } from '../settings.ts';

/** Settings of the clients of these tools. Region, credentials and endpoint are those of the terminal (`AWS_…`). */
export const toolClient = { requestHandler: { ...awsRequestLimits, requestTimeout: 10_000 }, maxAttempts: 3 };

/** @returns the number of the account that the terminal's credentials belong to */
export async function callerAccount(region?: string): Promise<string> {
  const { Account } = await new STSClient({ ...toolClient, ...(region && { region }) }).send(
    new GetCallerIdentityCommand(),
  );
  return Account!;
}

/** @returns the resources of a stack; none if there is no such stack */
export async function deployedResources(stackName: string, region?: string): Promise<StackResourceSummary[]> {
  const client = new CloudFormationClient({ ...toolClient, ...(region && { region }) });
  const resources: StackResourceSummary[] = [];
  try {
    for await (const { StackResourceSummaries = [] } of paginateListStackResources(
      { client },
      { StackName: stackName },
    )) {
      resources.push(...StackResourceSummaries);
    }
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
  return resources.filter(({ ResourceStatus }) => !GONE.has(ResourceStatus!));
}

/** @throws {StackMissing} */
export async function deployedOutputs(stackName: string): Promise<Record<string, string>> {
  try {
    const { Stacks } = await new CloudFormationClient(toolClient).send(
      new DescribeStacksCommand({ StackName: stackName }),
    );
    return Object.fromEntries(Stacks![0]!.Outputs!.map(({ OutputKey, OutputValue }) => [OutputKey!, OutputValue!]));
  } catch (error) {
    throw isMissing(error) ? new StackMissing(stackName) : error;
  }
}

/** Thrown when a stack is not deployed in the account and region of the terminal. */
export class StackMissing extends Error {
  constructor(stackName: string) {
    super(
      `There is no stack ${stackName} in this account and region: check AWS_PROFILE, AWS_REGION and stackName, or deploy it first`,
    );
  }
}

const GONE = new Set<string>(['DELETE_COMPLETE', 'DELETE_SKIPPED']);

/** CloudFormation has no error of its own for stacks that do not exist. */
const isMissing = (error: unknown) =>
  error instanceof Error && error.name === 'ValidationError' && error.message.includes('does not exist');

/** Resources that a stack has only while a setting is set. */
const SETTING_OF = {
  'AWS::ApiGateway::DomainName': 'domainName',
  'AWS::Route53::RecordSet': 'hostedZoneId',
  'AWS::SNS::Subscription': 'alarmEmail',
  'AWS::WAFv2::WebACL': 'wafRequestsPer5Minutes',
} as const satisfies Record<string, keyof DeploymentSettings>;

const isOptional = (type: string): type is keyof typeof SETTING_OF => Object.hasOwn(SETTING_OF, type);

/**
 * Finds the resources of the deployed stack that a deployment would remove because a setting is missing or has changed.
 *
 * @returns a message for each; none if there is no such stack
 */
export async function findRemovals(
  settings: DeploymentSettings,
  { account, region }: { account: string; region: string },
): Promise<string[]> {
  try {
    const own = await callerAccount(region);
    if (own !== account) {
      return [unread(`the credentials belong to account ${own}, but the deployment is for ${account}`)];
    }
    return removalsFrom(await deployedResources(settings.stackName, region), settings);
  } catch (error) {
    return [unread(explainAwsError(error as Error))];
  }
}

/** @returns a message for each deployed resource that a deployment with the settings would remove */
export function removalsFrom(deployed: StackResourceSummary[], settings: DeploymentSettings): string[] {
  return deployed.flatMap(({ ResourceType = '', PhysicalResourceId = '' }) => {
    if (!isOptional(ResourceType)) return [];
    const setting = SETTING_OF[ResourceType];
    const isKept =
      setting === 'domainName' ? settings[setting] === PhysicalResourceId : settings[setting] !== undefined;
    return isKept ? [] : [removal(setting, ResourceType, PhysicalResourceId)];
  });
}

const ALLOW = 'deploy with -c allowRemoval=true';

const removal = (setting: string, type: string, id: string) =>
  `This deployment would remove ${type} ${id}. Set ${setting} in settings.json to keep it, or ${ALLOW}`;

const unread = (why: string) =>
  `Could not check whether this deployment removes a domain name or alarms: ${why}. ` +
  `Set AWS_PROFILE instead of passing --profile, with the permissions sts:GetCallerIdentity and cloudformation:ListStackResources, or ${ALLOW}`;
