import { RemovalPolicy } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';

/**
 * The key by which credentials of crawls are encrypted. It costs $1 a month, whether or not it is used, and $1 more for each
 * of its first two yearly rotations (https://aws.amazon.com/kms/pricing/). It is deleted with the stack: what it has
 * encrypted is of no use without the service.
 */
export function addCredentialsKey(scope: Construct): Key {
  return new Key(scope, 'CredentialsKey', {
    description: 'Credentials of crawls',
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.DESTROY,
  });
}
