import { subject } from '../subject.ts';
import { messages } from './messages.ts';

/**
 * What everything has in common that is edited field by field: routes, answers and files are made here from the declaration of
 * a resource. The resources themselves are in the manifests of their subjects.
 */
export const records = subject({ routes: [], messages });
