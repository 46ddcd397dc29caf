import { subject } from '../subject.ts';
import { faiaRoute } from './faia.ts';
import { fecRoute } from './fec.ts';
import { messages } from './messages.ts';

/** Audit files for tax authorities. */
export const auditFiles = subject({
  areas: { exports: 'Files for accountants and auditors.' },
  routes: [fecRoute, faiaRoute],
  messages,
});
