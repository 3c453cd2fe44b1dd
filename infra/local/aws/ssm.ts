import { readJsonFile, writeSecretFile } from '../data-files.ts';
import { AwsError, type Operations } from './aws-json.ts';

/** Parameters that functions have created. */
export interface ParameterFile {
  values: Record<string, string>;
  save(): void;
}

/** Creates the access to the file with the parameters that functions have created, so that they are the same after a restart. */
export function createParameterFile(file: string): ParameterFile {
  const values = readJsonFile<Record<string, string>>(file) ?? {};
  return { values, save: () => writeSecretFile(file, JSON.stringify(values)) };
}

interface PutInput {
  Name: string;
  Value: string;
  Overwrite?: boolean;
}

/**
 * The calls with which functions read secrets, and create their own.
 *
 * @param parameters values by name; an empty one does not exist
 * @param created stores the parameters that functions create
 */
export function ssmOperations(
  parameters: Record<string, string | undefined>,
  created: ParameterFile = { values: {}, save: () => {} },
): Operations {
  const parameterOf = (Name: string) => {
    const Value = parameters[Name] ?? created.values[Name];
    return Value ? { Name, Type: 'SecureString', Value, Version: 1 } : null;
  };
  return {
    'AmazonSSM.GetParameter': ({ Name }: { Name: string }) => {
      const Parameter = parameterOf(Name);
      if (!Parameter) throw new AwsError('ParameterNotFound');
      return { Parameter };
    },
    'AmazonSSM.PutParameter': ({ Name, Value, Overwrite = false }: PutInput) => {
      if (Overwrite) throw new AwsError('AccessDeniedException', 'Functions may not overwrite parameters');
      if (parameterOf(Name)) throw new AwsError('ParameterAlreadyExists');
      created.values[Name] = Value;
      created.save();
      return { Version: 1, Tier: 'Standard' };
    },
    'AmazonSSM.GetParameters': ({ Names }: { Names: string[] }) => ({
      Parameters: Names.map(parameterOf).filter((parameter) => parameter !== null),
      InvalidParameters: Names.filter((name) => !parameterOf(name)),
    }),
  };
}
