import { batchQueueSettings, completionQueueSettings } from '../core/batches/settings.ts';
import { deletionSettings } from '../core/deletion/settings.ts';

export const settingsSchema = { ...deletionSettings, ...batchQueueSettings, ...completionQueueSettings };
