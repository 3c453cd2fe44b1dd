import { Aws, Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';

const EVERY = Duration.minutes(10);
/** Number of consecutive missing runs for the alarm: one hour. */
const MISSING_RUNS = 6;

/** How often a function runs, and the text of its alarm. */
export interface Schedule {
  description: string;
  stopped: readonly [name: string, without: string];
}

/** Runs a function every ten minutes, with an alarm on missing runs. */
export function addSchedule(scope: Construct, fn: LambdaFunction, { description, stopped }: Schedule) {
  addRuns(scope, fn, description);
  addScheduleAlarm(scope, fn, ...stopped);
}

/**
 * Adds an alarm on missing runs; failing runs are logged.
 *
 * @param without what does not happen without runs
 */
function addScheduleAlarm(scope: Construct, scheduler: LambdaFunction, name: string, without: string) {
  // Lambda reports no zeros. A new alarm has no data either, so that `BREACHING` would trigger it with each new stack.
  // With `MISSING`, it begins with "insufficient data", and returns to that state when runs are missing.
  new Alarm(scope, 'ScheduleStopped', {
    alarmDescription: `Insufficient data: the ${name} has not run for an hour, ${without}`,
    metric: scheduler.metricInvocations({ period: EVERY }),
    threshold: 1,
    comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
    evaluationPeriods: MISSING_RUNS,
    treatMissingData: TreatMissingData.MISSING,
  });
}

/** Adds an alarm on a metric that reaches its threshold in a number of consecutive periods. Missing data are no breach. */
export function addAlarm(
  scope: Construct,
  name: string,
  alarmDescription: string,
  metric: IMetric,
  threshold: number,
  evaluationPeriods = 3,
) {
  new Alarm(scope, name, {
    alarmDescription,
    metric,
    threshold,
    evaluationPeriods,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
}

/** Invokes a function every ten minutes, with an empty event. No retries: the next run does the work of a failed one. */
function addRuns(scope: Construct, fn: LambdaFunction, description: string) {
  // The scheduler only hands the event over to Lambda, which otherwise repeats a failed run, and keeps runs for hours.
  fn.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: EVERY });
  const role = new Role(scope, 'Role', {
    // Otherwise, a schedule of another account could use it (EventBridge Scheduler User Guide, Confused deputy prevention).
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
  });
  role.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [fn.functionArn] }));
  // The higher-level construct would also allow all versions of the function.
  new CfnSchedule(scope, 'Schedule', {
    description,
    scheduleExpression: `rate(${EVERY.toMinutes()} minutes)`,
    flexibleTimeWindow: { mode: 'OFF' },
    target: {
      arn: fn.functionArn,
      roleArn: role.roleArn,
      // Properties of the scheduler's event are the operator's commands.
      input: '{}',
      retryPolicy: { maximumRetryAttempts: 0 },
    },
  });
}
