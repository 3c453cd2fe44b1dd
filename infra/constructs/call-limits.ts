import { Period, type RestApi, type Stage, UsagePlan } from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { type DeploymentSettings, plansOf } from '../settings.ts';

interface UsagePlansProps {
  settings: DeploymentSettings;
  stage: Stage;
}

/** The usage plans of API keys: throttle and monthly quota, counted by API Gateway for each key. */
export class UsagePlans extends Construct {
  constructor(scope: Construct, id: string, { settings, stage }: UsagePlansProps) {
    super(scope, id);
    for (const [name, plan] of Object.entries(plansOf(settings))) {
      new UsagePlan(this, name, {
        name: `${settings.stackName}-${name}`,
        throttle: { rateLimit: plan.requestsPerSecond, burstLimit: plan.burst },
        quota: { limit: plan.monthlyQuota, period: Period.MONTH },
        apiStages: [{ stage }],
      });
    }
  }
}

interface FirewallProps {
  api: RestApi;
  /** Requests of one source address, counted over five minutes. */
  requestsPer5Minutes: number;
}

/** A firewall that blocks source addresses that send too many requests, whatever their paths and keys. */
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
          name: 'per-source-address',
          priority: 0,
          action: { block: {} },
          visibilityConfig: metrics('per-source-address'),
          statement: {
            rateBasedStatement: {
              limit: requestsPer5Minutes,
              evaluationWindowSec: 300,
              aggregateKeyType: 'IP',
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
