import { serveTasks } from '../../platform/threads/serve-tasks.ts';
import { siteTasks } from './read-site.ts';

serveTasks(siteTasks);
