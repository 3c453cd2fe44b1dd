import { AwsError, type Operations } from './aws-json.ts';

/**
 * The calls that functions read their secrets with.
 *
 * @param parameters values by name; an empty one does not exist
 */
export function ssmOperations(parameters: Record<string, string | undefined>): Operations {
  const parameterOf = (Name: string) => {
    const Value = parameters[Name];
    return Value ? { Name, Type: 'SecureString', Value, Version: 1 } : null;
  };
  return {
    'AmazonSSM.GetParameter': ({ Name }: { Name: string }) => {
      const Parameter = parameterOf(Name);
      if (!Parameter) throw new AwsError('ParameterNotFound');
      return { Parameter };
    },
    'AmazonSSM.GetParameters': ({ Names }: { Names: string[] }) => ({
      Parameters: Names.map(parameterOf).filter((parameter) => parameter !== null),
      InvalidParameters: Names.filter((name) => !parameterOf(name)),
    }),
  };
}
