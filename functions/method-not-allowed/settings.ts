import { endpointSettings } from '../core/platform/settings/common.ts';
import { json } from '../core/platform/settings/kinds.ts';

export const settingsSchema = {
  ...endpointSettings,
  /** Methods of each path of the API, by the path in the syntax of API Gateway. */
  METHODS_BY_PATH: json<Record<string, string[]>>(),
};
