import type { StackResourceSummary } from '@aws-sdk/client-cloudformation';
import { explainAwsError } from '../aws-error.ts';
import type { DeploymentSettings } from '../settings.ts';
import { callerAccount, deployedResources } from './deployed-stack.ts';

/** Resources that a stack has only while a setting is set. */
const SETTING_OF = {
  'AWS::ApiGateway::DomainName': 'domainName',
  'AWS::Route53::RecordSet': 'hostedZoneId',
  'AWS::SNS::Subscription': 'alarmEmail',
  'AWS::WAFv2::WebACL': 'wafRequestsPer5Minutes',
} as const satisfies Record<string, keyof DeploymentSettings>;

const isOptional = (type: string): type is keyof typeof SETTING_OF => Object.hasOwn(SETTING_OF, type);

/**
 * Finds what of the deployed stack a deployment would remove, because a setting is missing or names another domain.
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
      return [unread(`these are credentials of account ${own}, and the deployment is for ${account}`)];
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
