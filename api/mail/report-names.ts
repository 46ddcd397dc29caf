import de from '../../locales/de/mail-reports.json' with { type: 'json' };
import en from '../../locales/en/mail-reports.json' with { type: 'json' };
import fr from '../../locales/fr/mail-reports.json' with { type: 'json' };
import nl from '../../locales/nl/mail-reports.json' with { type: 'json' };
import { combineLanguages, type Labels, type Language } from '../../domain/language.ts';
import type { ReportType } from '../../domain/mail/kinds.ts';

const NAMES: Readonly<Record<ReportType, Labels>> = combineLanguages({ de, en, fr, nl });

export const getReportName = (type: ReportType, language: Language): string => NAMES[type][language];
