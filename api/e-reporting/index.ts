import { subject } from '../subject.ts';
import { messages } from './messages.ts';
import { eReportingRoutes } from './routes.ts';

/** Data that French companies report to the tax office beside electronic invoices. */
export const eReporting = subject({ routes: eReportingRoutes, messages });
