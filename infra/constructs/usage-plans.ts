import { Period, UsagePlan } from 'aws-cdk-lib/aws-apigateway';
import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import type { PlanName } from '../../functions/back-office/gateway-keys/plans.ts';
import type { DeploymentSettings } from '../settings.ts';

interface UsagePlansProps {
  settings: DeploymentSettings;
  stage: Stage;
}

/** The usage plans of API keys: throttle and monthly quota, counted by API Gateway for each key. */
export class UsagePlans extends Construct {
  constructor(scope: Construct, id: string, { settings, stage }: UsagePlansProps) {
    super(scope, id);
    const plans: Record<PlanName, DeploymentSettings['basicPlan']> = {
      basic: settings.basicPlan,
      pro: settings.proPlan,
    };
    for (const [name, plan] of Object.entries(plans)) {
      new UsagePlan(this, name, {
        name: `${settings.stackName}-${name}`,
        throttle: { rateLimit: plan.requestsPerSecond, burstLimit: plan.burst },
        quota: { limit: plan.monthlyQuota, period: Period.MONTH },
        apiStages: [{ stage }],
      });
    }
  }
}
