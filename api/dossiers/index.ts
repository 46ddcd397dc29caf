import { subject } from '../subject.ts';
import { exportRoutes } from './exports.ts';
import { fullDossierRoute } from './full-dossier.ts';

/** Exports: reports and lists as files, and the complete dossier of a year. */
export const dossiers = subject({ routes: [...exportRoutes, fullDossierRoute] });
