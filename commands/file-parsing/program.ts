import { serveTasks } from '../../support/thread-program.ts';
import { parsingTasks } from './tasks.ts';

/** Program of the thread that parses files from outside. */
serveTasks(parsingTasks);
