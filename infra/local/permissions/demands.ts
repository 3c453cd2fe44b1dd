import { localArn, localRegion } from '../identity.ts';
import type { EventSourceModel, QueueModel } from '../template/service-model.ts';
import type { Demand } from '../template/policy.ts';

/* What each call that the runner answers takes, as the services' own pages of the IAM reference have it. What stands
   in none of them is an action of its own name, which no role allows. */

interface JsonInput {
  TableName?: string;
  IndexName?: string;
  RequestItems?: Record<string, unknown>;
  QueueUrl?: string;
  SourceArn?: string;
  Name?: string;
  Names?: string[];
}

type QueueNames = Pick<QueueModel, 'id' | 'deadLetterQueue'>[];

/**
 * @param target as in `X-Amz-Target`, such as `DynamoDB_20120810.GetItem`
 * @param queues those of the service, for where a dead letter queue's messages came from
 */
export function jsonDemands(target: string, input: object, queues: QueueNames): Demand[] {
  const [service, operation = ''] = target.split('.') as [string, string?];
  switch (service) {
    case 'DynamoDB_20120810':
      return tableDemands(operation, input);
    case 'AmazonSQS':
      return queueDemands(operation, input, queues);
    case 'AmazonSSM':
      return parameterDemands(operation, input);
    default:
      return [{ action: `${service}:${operation}`, resource: '*' }];
  }
}

function tableDemands(operation: string, { TableName, IndexName, RequestItems }: JsonInput): Demand[] {
  const action = `dynamodb:${operation}`;
  if (RequestItems) return Object.keys(RequestItems).map((name) => ({ action, resource: localArn(name) }));
  if (!TableName) return [{ action, resource: '*' }];
  return [{ action, resource: localArn(TableName) + (IndexName ? `/index/${IndexName}` : '') }];
}

function queueDemands(operation: string, { QueueUrl, SourceArn }: JsonInput, queues: QueueNames): Demand[] {
  if (operation === 'StartMessageMoveTask' && SourceArn) return moveDemands(SourceArn, queues);
  // A batch of messages takes what one takes.
  const action = `sqs:${operation.replace(/^SendMessageBatch$/, 'SendMessage')}`;
  return [{ action, resource: QueueUrl ? localArn(QueueUrl) : '*' }];
}

/** Whoever starts a move has to be allowed what it does. */
function moveDemands(source: string, queues: QueueNames): Demand[] {
  const atSource = ['StartMessageMoveTask', 'ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'];
  const targets = queues.filter(({ deadLetterQueue }) => deadLetterQueue && localArn(deadLetterQueue) === source);
  return [
    ...atSource.map((name) => ({ action: `sqs:${name}`, resource: source })),
    ...targets.map(({ id }) => ({ action: 'sqs:SendMessage', resource: localArn(id) })),
  ];
}

function parameterDemands(operation: string, { Name, Names = Name ? [Name] : [] }: JsonInput): Demand[] {
  return Names.map((name) => ({
    action: `ssm:${operation}`,
    resource: `arn:aws:ssm:${localRegion}:000000000000:parameter/${name.replace(/^\//, '')}`,
  }));
}

/** API Gateway's control plane: the action is the method, the resource is the path. */
export function gatewayDemands(method: string, path: string): Demand[] {
  return [{ action: `apigateway:${method}`, resource: `arn:aws:apigateway:${localRegion}::${path}` }];
}

/** What Lambda does in the name of a function that works off a queue; without it, the mapping could not be made. */
export function eventSourceDemands({ queue }: Pick<EventSourceModel, 'queue'>): Demand[] {
  const actions = ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'];
  return actions.map((name) => ({ action: `sqs:${name}`, resource: localArn(queue) }));
}
