import { Aws, Duration, Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  Alarm,
  type CfnAlarm,
  Dashboard,
  GraphWidget,
  type IMetric,
  LogQueryWidget,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type CfnFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type IFilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { REPORT_ATTEMPTS_MS } from '../../functions/core/crawls/limits.ts';
import { addAlarm } from './schedule.ts';
import type { WorkQueue } from './work-queue.ts';

interface ObservabilityProps {
  api: RestApi;
  workQueue: WorkQueue;
  /** Recipient of alarms; without one, alarms are in the console only. */
  alarmEmail: string | undefined;
}

const PERIOD = Duration.minutes(5);
/** A snapshot that waits longer than this is missed, or will be soon. */
const STALE_AFTER = Duration.hours(2);
/** Learning takes seconds, and its longest delay is half a minute. */
const LEARNING_STALE_AFTER = Duration.minutes(15);
/** Each message of a batch, a crawl or a delivery is followed by another, or comes back, within minutes. */
const STALLED_AFTER = Duration.hours(1);
/** Longer than all attempts of a report, after which it is a failed job. */
const REPORTS_STALE_AFTER = Duration.millis(REPORT_ATTEMPTS_MS);
/** Longer than the fetch of a new domain; cached responses take a hundredth of it. */
const SLOW_MS = 25_000;

/** A cached answer takes a few milliseconds in the function. */
const SLOW_HIT_MS = 500;

/** Lines about unexpected errors. */
const ERROR_LINES = FilterPattern.stringValue('$.level', '=', 'ERROR');
/** Lambda's own line about an invocation that failed, such as one that ran out of time or memory: others are not logged. */
const FAILED_INVOCATIONS = FilterPattern.stringValue('$.type', '=', 'platform.report');

/** Percent of the account's concurrent executions. */
const NEAR_LIMIT_PERCENT = 80;

const LETTERS_PERIOD = Duration.minutes(5);

/** A dashboard for operators, and alarms on problems that affect callers. Created last, from the resources of the stack. */
export class Observability extends Construct {
  /** The topic of alarms; `null`: they have no recipient. */
  readonly topic: Topic | null;

  constructor(scope: Construct, id: string, { api, workQueue, alarmEmail }: ObservabilityProps) {
    super(scope, id);
    const stack = Stack.of(this);
    const functions = stack.node.findAll().filter((found) => found instanceof LambdaFunction);
    this.addAlarms(api, workQueue);
    this.addLambdaAlarms(workQueue);
    this.addLogAlarm(stack, functions, workQueue);
    addDashboard(this, api, workQueue, functions);
    this.topic = alarmEmail === undefined ? null : notify(stack, this, alarmEmail);
  }

  private addAlarms(api: RestApi, workQueue: WorkQueue) {
    const alarm = addAlarm.bind(null, this);
    const failed = failedJobs(workQueue.deadLetters);
    alarm('FailedJobs', 'Jobs failed after several attempts: see the failed jobs in the back office', failed, 1, 1);
    const serverErrors = api.metricServerError({ period: PERIOD, statistic: 'Average' });
    alarm('ServerErrors', 'One request in twenty is answered with a 5xx', serverErrors, 0.05);
    const latency = api.metricLatency({ period: PERIOD, statistic: 'p99' });
    alarm('Latency', "The slowest requests are close to API Gateway's timeout", latency, SLOW_MS);
    const ofHits = queryDuration(this, 'hit', 'p99');
    alarm('HitLatency', 'Cached answers of domain queries are slow', ofHits, SLOW_HIT_MS);
    const throttles = LambdaFunction.metricAllThrottles({ period: PERIOD });
    alarm('FunctionThrottles', "The account's concurrency is used up", throttles, 1);
    const stale = (name: string, description: string, queue: Queue, after: Duration) => {
      const oldest = queue.metricApproximateAgeOfOldestMessage({ period: PERIOD });
      alarm(name, description, oldest, after.toSeconds(), 1);
    };
    const { queue, learning, batches, completions, crawls, reports, deliveries } = workQueue;
    stale('StaleSnapshots', 'Snapshots and other background work wait for hours', queue, STALE_AFTER);
    stale('StaleLearning', 'New keywords wait to be indexed', learning, LEARNING_STALE_AFTER);
    stale('StaleBatches', 'Batches make no progress', batches, STALLED_AFTER);
    stale('StaleCompletions', 'Batches make no progress with rate-limited sources', completions, STALLED_AFTER);
    stale('StaleCrawls', 'Crawls of sites make no progress', crawls, STALLED_AFTER);
    stale('StaleReports', 'Reports of crawls are not made', reports, REPORTS_STALE_AFTER);
    stale('StaleDeliveries', 'Deliveries to receivers wait', deliveries, STALLED_AFTER);
  }

  private addLambdaAlarms({ consumers }: WorkQueue) {
    const dropped = consumers.map((fn) =>
      fn.metric('RecursiveInvocationsDropped', { period: PERIOD, statistic: 'Sum' }),
    );
    const why = 'Lambda stopped invoking a function because it detected a recursive loop';
    addAlarm(this, 'RecursiveInvocationsDropped', why, sum(why, dropped), 1, 1);
    const running = LambdaFunction.metricAll('ConcurrentExecutions', {
      period: Duration.minutes(1),
      statistic: 'Maximum',
    });
    // A share of the account's quota, which may be 10 or many thousands.
    const share = new MathExpression({
      label: 'percent of the quota',
      expression: '100 * running / SERVICE_QUOTA(running)',
      usingMetrics: { running },
      period: Duration.minutes(1),
    });
    const near = "The account's Lambda concurrency is nearly used up";
    addAlarm(this, 'ConcurrencyNearLimit', near, share, NEAR_LIMIT_PERCENT, 5);
  }

  /**
   * Adds one metric for all functions' log groups, which costs less than alarms on the errors of each function, and counts
   * a single one. Failed invocations of the queues' functions are not counted: their messages are delivered again, and
   * become failed jobs at last.
   */
  private addLogAlarm(stack: Stack, functions: LambdaFunction[], { consumers }: WorkQueue) {
    const metric = { metricNamespace: stack.stackName, metricName: ERRORS_LOGGED };
    for (const fn of functions) {
      const filterPattern: IFilterPattern = consumers.includes(fn)
        ? ERROR_LINES
        : FilterPattern.any(ERROR_LINES, FAILED_INVOCATIONS);
      new MetricFilter(fn, 'ErrorsLogged', { logGroup: fn.logGroup, filterPattern, ...metric });
    }
    addAlarm(this, 'ErrorLogs', 'A function has logged an unexpected error', errorsLogged(this), 1, 1);
  }
}

/** Duration of domain queries in the function, by cache status. */
function queryDuration(scope: Construct, cache_status: 'hit' | 'miss' | 'refreshed', statistic: string): Metric {
  return new Metric({
    namespace: Stack.of(scope).stackName,
    metricName: 'duration_ms',
    dimensionsMap: { route: 'GET /api/v1/seo/query', cache_status },
    period: PERIOD,
    statistic,
    label: `${cache_status} ${statistic}`,
  });
}

const ERRORS_LOGGED = 'errors_logged';

/** Errors of all functions of the stack. */
function errorsLogged(scope: Construct): Metric {
  const namespace = Stack.of(scope).stackName;
  return new Metric({ namespace, metricName: ERRORS_LOGGED, period: PERIOD, statistic: 'Sum' });
}

/** Sums metrics that have values only while something happens; `m0 + m1` would require values of both at the same time. */
function sum(label: string, metrics: Metric[]): MathExpression {
  const usingMetrics = Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric]));
  return new MathExpression({ expression: 'SUM(FILL(METRICS(), 0))', usingMetrics, label, period: PERIOD });
}

/**
 * Adds the dashboard. Three of an account with up to 50 metrics each are free (https://aws.amazon.com/cloudwatch/pricing/),
 * so that it has graphs of the functions of queues alone: the console has a dashboard of all functions, without charge.
 */
function addDashboard(
  scope: Construct,
  api: RestApi,
  { queue, learning, batches, completions, crawls, reports, deliveries, deadLetters, consumers }: WorkQueue,
  functions: LambdaFunction[],
) {
  const { stackName } = Stack.of(scope);
  const graph = (title: string, left: IMetric[], right: IMetric[] = []) =>
    new GraphWidget({ title, left, right, width: 8, height: 6 });
  const byCache = (statistic: string) =>
    (['hit', 'miss', 'refreshed'] as const).map((status) => queryDuration(scope, status, statistic));
  const requests = { period: PERIOD };
  const ofConsumers = (metric: (fn: LambdaFunction, label: string) => Metric) =>
    consumers.map((fn) => metric(fn, (fn.node.defaultChild as CfnFunction).description!));
  const logGroupNames = functions.map((fn) => fn.logGroup.logGroupName);
  const table = (title: string, queryLines: string[]) =>
    new LogQueryWidget({ title, logGroupNames, queryLines, width: 12, height: 6 });
  // Dashboards are global: stacks of one name in two regions need two names.
  new Dashboard(scope, 'Dashboard', { dashboardName: `${stackName}-${Aws.REGION}` }).addWidgets(
    graph('Requests', [api.metricCount(requests)], [api.metricClientError(requests), api.metricServerError(requests)]),
    graph('Latency of the API, ms', [
      api.metricLatency({ ...requests, statistic: 'p50', label: 'p50' }),
      api.metricLatency({ ...requests, statistic: 'p99', label: 'p99' }),
    ]),
    graph('Domain queries by cache status', byCache('SampleCount')),
    graph('Domain queries: time in the function, ms', byCache('p99')),
    graph(
      'Calls of the functions of queues',
      ofConsumers((fn, label) => fn.metricInvocations({ ...requests, label })),
    ),
    graph(
      'Slowest calls of the functions of queues, ms',
      ofConsumers((fn, label) => fn.metricDuration({ ...requests, label, statistic: 'p99' })),
    ),
    graph(
      'Errors of functions; throttles and concurrency of the account',
      [
        errorsLogged(scope).with({ label: 'errors' }),
        LambdaFunction.metricAllThrottles({ ...requests, label: 'throttles' }),
      ],
      [LambdaFunction.metricAll('ConcurrentExecutions', { ...requests, statistic: 'Maximum', label: 'concurrency' })],
    ),
    graph(
      'Background work',
      [
        queue.metricApproximateNumberOfMessagesVisible({ ...requests, label: 'waiting' }),
        queue.metricApproximateNumberOfMessagesNotVisible({ ...requests, label: 'running' }),
        learning.metricApproximateNumberOfMessagesVisible({ ...requests, label: 'learning: waiting' }),
        batches.metricApproximateNumberOfMessagesVisible({ ...requests, label: 'batches: waiting' }),
        completions.metricApproximateNumberOfMessagesVisible({ ...requests, label: 'completions: waiting' }),
        crawls.metricApproximateNumberOfMessagesVisible({ ...requests, label: 'crawls: waiting' }),
        crawls.metricApproximateNumberOfMessagesNotVisible({ ...requests, label: 'crawls: running' }),
        reports.metricApproximateNumberOfMessagesVisible({ ...requests, label: 'reports: waiting' }),
        deliveries.metricApproximateNumberOfMessagesVisible({ ...requests, label: 'deliveries: waiting' }),
        deadLetters.metricNumberOfMessagesReceived({ ...requests, statistic: 'Sum', label: 'dead letters' }),
      ],
      [
        queue.metricApproximateAgeOfOldestMessage({ ...requests, label: 'age of the oldest, s' }),
        learning.metricApproximateAgeOfOldestMessage({ ...requests, label: 'learning: age of the oldest, s' }),
      ],
    ),
    table('Slowest routes of the last hours', [
      'filter message = "request"',
      'stats count(*) as requests, pct(duration_ms, 99) as p99_ms, sum(cold_start) as cold by route, status',
      'sort p99_ms desc',
      'limit 20',
    ]),
    table('Errors by function', [
      'filter level = "ERROR" or type = "platform.report"',
      'stats count(*) as errors by @log',
      'sort errors desc',
      'limit 20',
    ]),
  );
}

/**
 * Sends notifications of all alarms of the stack to an address when an alarm starts and ends. For alarms whose missing
 * data are neither good nor bad, also when data are missing.
 */
function notify(stack: Stack, scope: Construct, email: string): Topic {
  const topic = new Topic(scope, 'Alarms', { enforceSSL: true });
  topic.addSubscription(new EmailSubscription(email));
  // The policy of `enforceSSL` replaces SNS's default one, which allows the account to publish.
  topic.addToResourcePolicy(
    new PolicyStatement({
      sid: 'AlarmsOfThisAccount',
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
  );
  const action = new SnsAction(topic);
  for (const found of stack.node.findAll()) {
    if (!(found instanceof Alarm)) continue;
    found.addAlarmAction(action);
    found.addOkAction(action);
    const { treatMissingData } = found.node.defaultChild as CfnAlarm;
    if (treatMissingData === TreatMissingData.MISSING) found.addInsufficientDataAction(action);
  }
  return topic;
}

/**
 * Counts messages that were moved from the dead-letter queue to the table, and those left: SQS does not count what it
 * adds.
 */
function failedJobs(deadLetters: Queue): MathExpression {
  return new MathExpression({
    label: 'failed jobs',
    expression: 'FILL(taken, 0) + FILL(left, 0)',
    usingMetrics: {
      taken: deadLetters.metricNumberOfMessagesReceived({ period: LETTERS_PERIOD, statistic: 'Sum' }),
      left: deadLetters.metricApproximateNumberOfMessagesVisible({ period: LETTERS_PERIOD }),
    },
    period: LETTERS_PERIOD,
  });
}
