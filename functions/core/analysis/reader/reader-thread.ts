import { serveTasks } from '../../platform/threads/thread-pool.ts';
import { siteTasks } from './read-site.ts';

serveTasks(siteTasks);
