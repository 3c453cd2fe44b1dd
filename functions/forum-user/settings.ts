import { forumSettings } from '../shared/forum/settings.ts';
import { endpointSettings } from '../shared/http/settings.ts';

export const forumUserSettings = { ...endpointSettings, ...forumSettings };
