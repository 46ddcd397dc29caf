import { subject } from '../subject.ts';
import { messages } from './messages.ts';

/**
 * Shared by everything that is edited field by field: routes, replies and files are derived from the declaration of a
 * resource. The resources themselves are in the manifests of their subjects.
 */
export const records = subject({ routes: [], messages });
