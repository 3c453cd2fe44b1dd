import { batchesSettings } from '../shared/answers/batches/settings.ts';
import { endpointSettings } from '../shared/http/settings.ts';

export const seoBatchesSettings = { ...endpointSettings, ...batchesSettings };
