import { CfnDeletionPolicy, CfnResource, type Stack } from 'aws-cdk-lib';
import { CfnUserPool } from 'aws-cdk-lib/aws-cognito';
import { CfnGlobalTable } from 'aws-cdk-lib/aws-dynamodb';
import { CfnRole } from 'aws-cdk-lib/aws-iam';

/**
 * Has tables and users deleted with the stack, which are retained and protected otherwise. Only API Gateway's role for
 * logs remains: other APIs of the account may use it.
 */
export function deleteDataWith(stack: Stack): void {
  for (const resource of stack.node.findAll()) {
    if (!CfnResource.isCfnResource(resource) || resource instanceof CfnRole) continue;
    const { cfnOptions } = resource;
    if (cfnOptions.deletionPolicy === CfnDeletionPolicy.RETAIN) {
      cfnOptions.deletionPolicy = CfnDeletionPolicy.DELETE;
      cfnOptions.updateReplacePolicy = CfnDeletionPolicy.DELETE;
    }
    if (resource instanceof CfnGlobalTable) resource.addPropertyOverride('Replicas.0.DeletionProtectionEnabled', false);
    if (resource instanceof CfnUserPool) resource.addPropertyOverride('DeletionProtection', 'INACTIVE');
  }
}
