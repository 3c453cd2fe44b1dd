import { expect, test } from '@jest/globals';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { deleteDataWith, ServiceStack } from '../../infra/stack.ts';
import { cdkContext, readSettings } from '../../infra/settings.ts';
import { synthesizeStack } from '../support/stack.ts';

interface Resource {
  Type: string;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
  Properties: { Replicas?: { DeletionProtectionEnabled?: boolean }[]; DeletionProtection?: string };
}

const resourcesOf = (template: Template) =>
  Object.values((template.toJSON() as { Resources: Record<string, Resource> }).Resources);

const typesRetained = (template: Template) =>
  resourcesOf(template).flatMap(({ Type, DeletionPolicy }) => (DeletionPolicy?.startsWith('Retain') ? [Type] : []));

const isProtected = ({ Properties: { Replicas = [], DeletionProtection } }: Resource) =>
  DeletionProtection === 'ACTIVE' || Replicas.some(({ DeletionProtectionEnabled }) => DeletionProtectionEnabled);

test("deleteData deletes everything with the stack, except API Gateway's role for logs and its use", () => {
  const retained = synthesizeStack().template;
  expect(new Set(typesRetained(retained))).toEqual(
    new Set(['AWS::DynamoDB::GlobalTable', 'AWS::Cognito::UserPool', 'AWS::IAM::Role', 'AWS::ApiGateway::Account']),
  );
  expect(resourcesOf(retained).filter(isProtected)).toHaveLength(8);

  const app = new App({
    context: { ...cdkContext(), 'aws:cdk:bundling-stacks': [] },
    builtinCloudFormationValidation: false,
  });
  const stack = new ServiceStack(app, 'search-metrics', readSettings(app.node));
  deleteDataWith(stack);
  const deleted = Template.fromStack(stack);
  expect(typesRetained(deleted)).toEqual(['AWS::IAM::Role', 'AWS::ApiGateway::Account']);
  expect(stack.terminationProtection).toBe(false);
  expect(resourcesOf(deleted).filter(isProtected)).toEqual([]);
  // CloudFormation updates these properties in place, so that no resource is replaced.
  expect(resourcesOf(deleted).map(({ Type }) => Type)).toEqual(resourcesOf(retained).map(({ Type }) => Type));
});
