import { AssetHashType, Aws, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Key } from 'aws-cdk-lib/aws-kms';
import {
  ApplicationLogLevel,
  Architecture,
  type CfnFunction,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { copyFileSync, linkSync, mkdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { stackTag } from '../../functions/core/accounts/key-tags.ts';
import { environmentOf } from '../function-settings.ts';
import { buildOnce, filesBelow, root, runBuild } from './build-cache.ts';

interface ServiceFunctionProps {
  /** Its folder below `functions/`. */
  name: string;
  /** Of the settings of all functions. */
  values: Readonly<Record<string, string>>;
  timeoutSeconds: number;
  memoryMb: number;
  /** Lambda does not stop it when it invokes itself through its own queue. */
  sendsToItself?: boolean;
  /** Adds files to the bundle's folder. */
  addFiles?: (outputDir: string) => void;
}

/** An action on items of a table. */
export type TableAction =
  'GetItem' | 'BatchGetItem' | 'Query' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'BatchWriteItem';

/** A Lambda function of this service: Node 24 on arm64, with its own bundle, log group and least-privilege role. */
export class ServiceFunction extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { name, values, timeoutSeconds, memoryMb, sendsToItself = false, addFiles } = props;
    const logGroup = new LogGroup(this, 'Logs', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    this.function = new LambdaFunction(this, 'Function', {
      description: name,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'handler.handler',
      code: bundledCode(name, addFiles),
      timeout: Duration.seconds(timeoutSeconds),
      memorySize: memoryMb,
      environment: environmentOf(name, values),
      ...(sendsToItself && { recursiveLoop: RecursiveLoop.ALLOW }),
      role,
      logGroup,
      // Without START, END and REPORT, which take more bytes than the function's own line. REPORT of a failed invocation is
      // a warning.
      loggingFormat: LoggingFormat.JSON,
      systemLogLevelV2: SystemLogLevel.WARN,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
    });
  }

  /** Enables X-Ray. */
  trace() {
    (this.function.node.defaultChild as CfnFunction).tracingConfig = { mode: 'Active' };
    this.permit(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], ['*']);
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'X-Ray has no resources: its two actions can be allowed for all of it only.',
    });
  }

  /** Allows exactly these actions on a table. */
  allow(table: TableV2, ...actions: TableAction[]) {
    this.permit(actions.map(inDynamoDB), [table.tableArn]);
  }

  /** Allows queries of an index of a table. */
  allowIndex(table: TableV2, indexName: string) {
    this.permit(['dynamodb:Query'], [`${table.tableArn}/index/${indexName}`]);
  }

  /** Allows sending to a queue, and further actions on it. */
  allowSending({ queueArn }: Queue, ...further: string[]) {
    this.permit(['sqs:SendMessage', ...further], [queueArn]);
  }

  allowPublishing({ topicArn }: Topic) {
    this.permit(['sns:Publish'], [topicArn]);
  }

  /** Allows reading one SecureString parameter; the AWS managed key of SSM decrypts it for principals that may read it. */
  allowSecret(parameterName: string) {
    this.allowParameters('ssm:GetParameter', [parameterName]);
  }

  /**
   * Allows reading a parameter that the service creates itself, and creating it. A call that would overwrite it is not
   * allowed (https://docs.aws.amazon.com/service-authorization/latest/reference/list_awssystemsmanager.html,
   * `ssm:Overwrite`).
   */
  allowOwnSecret(parameterName: string) {
    this.allowParameters('ssm:GetParameter', [parameterName]);
    this.allowParameters('ssm:PutParameter', [parameterName], { StringEquals: { 'ssm:Overwrite': 'false' } });
  }

  /** The same for parameters that are read in one call, which is another action. */
  allowSecrets(parameterNames: string[]) {
    this.allowParameters('ssm:GetParameters', parameterNames);
  }

  /** Allows encrypting with a key, but not decrypting. */
  allowEncrypting({ keyArn }: Key) {
    this.permit(['kms:Encrypt'], [keyArn]);
  }

  allowDecrypting({ keyArn }: Key) {
    this.permit(['kms:Decrypt'], [keyArn]);
  }

  /** Allows invoking another function synchronously. */
  allowInvoking({ functionArn }: LambdaFunction) {
    this.permit(['lambda:InvokeFunction'], [functionArn]);
  }

  /**
   * Allows reading owner and plan of keys. Functions that parse untrusted content have it, since it does not allow
   * reading the keys themselves.
   */
  allowKeyHolders() {
    this.allowControlPlane('GET', TAGS_OF_KEYS, '/usageplans');
  }

  /** Allows adding and removing tags of keys. */
  allowTagging() {
    this.allowControlPlane('PUT', TAGS_OF_KEYS);
    this.allowControlPlane('DELETE', TAGS_OF_KEYS);
  }

  /**
   * Allows a method of API Gateway's control plane.
   *
   * @param paths such as `/usageplans`. Only the back office may `GET` those of keys, or of a plan's keys, which contain
   *   their values: IAM cannot distinguish whether these are requested
   */
  allowControlPlane(method: ControlPlaneMethod, ...paths: string[]) {
    this.allowGateway(method, paths);
  }

  /**
   * Allows methods on the API keys of a stack, which have its name as a tag: keys belong to the whole account
   * (https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-tagging-iam-policy.html).
   */
  allowKeysOf(stackName: string, ...methods: ControlPlaneMethod[]) {
    for (const method of methods) this.allowGateway(method, ['/apikeys/*'], withTag('ResourceTag', stackName));
  }

  /** Allows creating API keys with the name of a stack as a tag. */
  allowNewKeysOf(stackName: string) {
    this.allowGateway('POST', ['/apikeys'], withTag('RequestTag', stackName));
  }

  private allowGateway(method: ControlPlaneMethod, paths: string[], conditions?: Conditions) {
    const resources = paths.map((path) => `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}::${path}`);
    this.permit([`apigateway:${method}`], resources, conditions);
    for (const path of paths.filter((each) => each.includes('*'))) {
      Validations.of(this).acknowledge({
        id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:apigateway:<AWS::Region>::${withNames(path)}]`,
        reason: 'Keys are made at run time, and the ids of plans are not known to a function behind their stage.',
      });
    }
  }

  private allowParameters(action: string, names: string[], conditions?: Conditions) {
    const resources = names.map((name) => Stack.of(this).formatArn({ service: 'ssm', resource: `parameter${name}` }));
    this.permit([action], resources, conditions);
  }

  /** Adds a statement to the role. */
  permit(actions: string[], resources: string[], conditions?: Conditions) {
    this.function.addToRolePolicy(new PolicyStatement({ actions, resources, ...(conditions && { conditions }) }));
  }
}

type ControlPlaneMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Conditions of a policy's statement: values by key, by operator. */
type Conditions = Record<string, Record<string, string>>;

function withTag(key: 'ResourceTag' | 'RequestTag', stackName: string): Conditions {
  const equal = Object.entries(stackTag(stackName)).map(([tag, value]) => [`aws:${key}/${tag}`, value]);
  return { StringEquals: Object.fromEntries(equal) as Record<string, string> };
}

const inDynamoDB = (action: TableAction) => `dynamodb:${action}`;

/**
 * Tags of API keys, in paths of API Gateway's control plane: the key's whole ARN is in them, encoded
 * (https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonapigatewaymanagement.html, `Tags`).
 */
const TAGS_OF_KEYS = `/tags/arn%3A${Aws.PARTITION}%3Aapigateway%3A${Aws.REGION}%3A%3A%2Fapikeys%2F*`;

/** A path as cdk-nag writes it. */
const withNames = (path: string) =>
  path.replace(Aws.PARTITION, '<AWS::Partition>').replace(Aws.REGION, '<AWS::Region>');

const functionsDir = join(root, 'functions');

/** A separate process bundles all functions concurrently. */
const program = join(import.meta.dirname, 'build-functions.ts');

/**
 * The code of one function as an ES module that is split at every `import()`: code for cold paths only is in separate
 * files, which are not read at start-up.
 *
 * @param name folder below `functions/`
 * @param addFiles writes further files into the bundle's folder
 */
function bundledCode(name: string, addFiles?: (outputDir: string) => void): Code {
  return Code.fromAsset(join(functionsDir, name), {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      image: Runtime.NODEJS_24_X.bundlingImage,
      local: {
        tryBundle(outputDir) {
          linkFiles(join(bundles(), name), outputDir);
          addFiles?.(outputDir);
          return true;
        },
      },
    },
  });
}

/** Links the files of a folder into another one, which is faster than a copy; the files do not change. */
function linkFiles(from: string, to: string) {
  for (const file of filesBelow(from)) {
    const target = join(to, relative(from, file));
    mkdirSync(dirname(target), { recursive: true });
    try {
      linkSync(file, target);
    } catch {
      // The output is on another disk, or its file system has no links.
      copyFileSync(file, target);
    }
  }
}

/** All functions' bundles, each in a folder of its name. */
function bundles(): string {
  const isSource = (file: string) => file.endsWith('.ts') && !file.includes('/page/src/');
  const inputs = [...filesBelow(functionsDir).filter(isSource), program];
  return (built ??= buildOnce('functions', inputs, (outputDir) => runBuild(program, outputDir)));
}

let built: string | undefined;
