import { endpointSettings } from '../shared/http/settings.ts';
import { suggestionSettings } from '../shared/keyword-research/settings.ts';

export const seoLongTailSettings = { ...endpointSettings, ...suggestionSettings };
