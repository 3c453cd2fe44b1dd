import { Period, UsagePlan } from 'aws-cdk-lib/aws-apigateway';
import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import type { PlanAllowances, PlanName } from '../../functions/core/platform/settings/catalogue.ts';
import type { DeploymentSettings } from '../settings.ts';

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

function plansOf({ basicPlan, proPlan }: DeploymentSettings): Record<PlanName, DeploymentSettings['basicPlan']> {
  return { basic: basicPlan, pro: proPlan };
}

/** @returns what each plan allows to be fetched a day, as the functions are told it */
export function planAllowances(settings: DeploymentSettings): string {
  const plans = plansOf(settings);
  const allowanceOf = (name: PlanName) => ({ domains: plans[name].domainsPerDay, pages: plans[name].pagesPerDay });
  return JSON.stringify({ basic: allowanceOf('basic'), pro: allowanceOf('pro') } satisfies PlanAllowances);
}
