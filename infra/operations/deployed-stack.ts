import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import { AssumeRoleCommand, GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { awsRequestLimits } from '../../functions/core/platform/aws-request-limits.ts';

/** Settings of the clients of these tools. Region, credentials and endpoint are those of the terminal (`AWS_…`). */
export const toolClient = { requestHandler: { ...awsRequestLimits, requestTimeout: 10_000 }, maxAttempts: 3 };

/** An account and region, and how clients read there. */
export interface ReadingAccount {
  account: string;
  region: string;
  /** Configuration of a client. */
  config: typeof toolClient & { region: string; credentials?: { accessKeyId: string; secretAccessKey: string } };
}

/** Qualifier of the roles of a bootstrap stack with the CDK's defaults. */
const QUALIFIER = 'hnb659fds';

/**
 * Returns the account of the terminal's credentials. Clients read with the CDK's role for lookups if the terminal may
 * assume it, so that permission to assume the CDK's roles is enough
 * (https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-env.html), and otherwise with the terminal's credentials.
 *
 * @param region default: that of the terminal
 */
export async function readingAccount(region?: string): Promise<ReadingAccount> {
  const sts = new STSClient({ ...toolClient, ...(region && { region }) });
  const { Account, Arn } = await sts.send(new GetCallerIdentityCommand());
  const ownRegion = await sts.config.region();
  const partition = Arn!.split(':')[1]!;
  const RoleArn = `arn:${partition}:iam::${Account!}:role/cdk-${QUALIFIER}-lookup-role-${Account!}-${ownRegion}`;
  const credentials = await sts.send(new AssumeRoleCommand({ RoleArn, RoleSessionName: 'lookup' })).then(
    ({ Credentials }) => ({
      accessKeyId: Credentials!.AccessKeyId!,
      secretAccessKey: Credentials!.SecretAccessKey!,
      sessionToken: Credentials!.SessionToken!,
    }),
    // Not bootstrapped, or the terminal's user may not assume it. Other errors would occur again with the first reading call.
    () => undefined,
  );
  return {
    account: Account!,
    region: ownRegion,
    config: { ...toolClient, region: ownRegion, ...(credentials && { credentials }) },
  };
}

/**
 * @param config of the client; default: the terminal's credentials
 * @returns the resources of a stack; none if there is no such stack
 */
export async function deployedResources(
  stackName: string,
  config: typeof toolClient = toolClient,
): Promise<StackResourceSummary[]> {
  const client = new CloudFormationClient(config);
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

/** @returns the status of a stack, such as `UPDATE_COMPLETE`; `null` if there is none */
export async function stackStatus(stackName: string, config: typeof toolClient): Promise<string | null> {
  try {
    const { Stacks } = await new CloudFormationClient(config).send(new DescribeStacksCommand({ StackName: stackName }));
    return Stacks![0]!.StackStatus!;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
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
