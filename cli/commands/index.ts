import type { Command } from '../program/declaration.ts';
import { adminCreate } from './admin-create.ts';
import { audit } from './audit.ts';
import { backup } from './backup.ts';
import { bench } from './bench.ts';
import { benchScale } from './bench-scale.ts';
import { demoTour } from './demo-tour.ts';
import { docsClient } from './docs-client.ts';
import { docsCommands } from './docs-commands.ts';
import { docsEvents } from './docs-events.ts';
import { docsRoles } from './docs-roles.ts';
import { firmCreate } from './firm-create.ts';
import { heads } from './heads.ts';
import { keysBackup } from './keys-backup.ts';
import { keysErasures } from './keys-erasures.ts';
import { keysRestore } from './keys-restore.ts';
import { licenceIssue } from './licence-issue.ts';
import { licenceKeys } from './licence-keys.ts';
import { logCopy } from './log-copy.ts';
import { mcp } from './mcp.ts';
import { migrate } from './migrate.ts';
import { privacyReport } from './privacy-report.ts';
import { rebuild } from './rebuild.ts';
import { restore } from './restore.ts';
import { signOnUnlink } from './sign-on-unlink.ts';
import { start } from './start.ts';
import { verify } from './verify.ts';

/** Every command of the program, in the order of its help and of docs/commands.md. */
export const COMMANDS: readonly Command[] = [
  ...[start, firmCreate, adminCreate, signOnUnlink, backup, restore, verify, audit, rebuild, migrate, heads, logCopy],
  ...[keysBackup, keysRestore, keysErasures, privacyReport, mcp],
  ...[licenceKeys, licenceIssue, demoTour, bench, benchScale, docsClient, docsEvents, docsRoles, docsCommands],
];
