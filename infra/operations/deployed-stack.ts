import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { awsRequestLimits } from '../../functions/core/platform/aws/request-limits.ts';

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
