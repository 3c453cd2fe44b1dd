import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

interface FirewallProps {
  api: RestApi;
  /** Requests of one source address to group A, counted over five minutes. */
  requestsPer5Minutes: number;
}

/** A firewall that blocks source addresses that call group A too often. */
export class Firewall extends Construct {
  constructor(scope: Construct, id: string, { api, requestsPer5Minutes }: FirewallProps) {
    super(scope, id);
    const metrics = (name: string) => ({
      cloudWatchMetricsEnabled: true,
      // Samples would contain query strings, and so passwords.
      sampledRequestsEnabled: false,
      metricName: name,
    });
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: metrics('firewall'),
      rules: [
        {
          name: 'group-a-per-source-address',
          priority: 0,
          action: { block: {} },
          visibilityConfig: metrics('group-a-per-source-address'),
          statement: {
            rateBasedStatement: {
              limit: requestsPer5Minutes,
              evaluationWindowSec: 300,
              aggregateKeyType: 'IP',
              scopeDownStatement: {
                byteMatchStatement: {
                  fieldToMatch: { uriPath: {} },
                  positionalConstraint: 'CONTAINS',
                  searchString: '/api/forum',
                  textTransformations: [{ priority: 0, type: 'URL_DECODE' }],
                },
              },
            },
          },
        },
      ],
    });
    new CfnWebACLAssociation(this, 'Association', {
      resourceArn: api.deploymentStage.stageArn,
      webAclArn: acl.attrArn,
    });
  }
}
