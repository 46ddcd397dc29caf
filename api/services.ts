import type { KeyObject } from 'node:crypto';
import type { SecretBox } from '../stores/identity/secret-box.ts';
import type { SignedHead } from '../stores/history/head.ts';
import type { StreamVerification } from '../commands/history/verify-log.ts';
import type { SignInToolbox } from '../commands/support/toolbox.ts';
import type { SyncDevices } from '../stores/sync/devices.ts';
import type { FeedHeads } from '../projections/sync/head-memory.ts';
import type { EventLog } from '../eventlog/port.ts';
import type { IntegrationSecrets } from '../stores/integrations/secrets.ts';
import type { WebhookSecrets } from '../stores/webhooks/secrets.ts';
import type { Directories } from '../outside/directories.ts';
import type { WebhookCalls } from '../outside/webhooks/calls.ts';
import type { AccessPoint } from '../outside/peppol/access-point.ts';
import type { Connectors } from '../outside/integrations/index.ts';
import type { Mailer } from '../outside/mail/mailer.ts';
import type { DocumentReader } from '../commands/document-analysis/index.ts';
import type { FileStore } from '../outside/files/index.ts';
import type { Access } from './access/access.ts';
import type { SignedUrls } from './http/routing/signed-urls.ts';

/** Everything that handlers may use; put together once at the start. */
export interface Services extends SignInToolbox {
  readonly access: Access;
  /** Uploaded files. */
  readonly files: FileStore;
  /** Reads documents that are no structured invoices. */
  readonly documentReader: DocumentReader;
  /** Public keys that licence keys are checked with; empty: none can be activated. */
  readonly licenceKeys: readonly KeyObject[];
  /** Questions of one user to registers outside in a day. */
  readonly lookupsPerDay: number;
  /** Where enterprises are looked up. */
  readonly directories: Directories;
  /** The way into the Peppol network; null where none is configured. */
  readonly accessPoint: AccessPoint | null;
  /** Tells this process that books of another program wait; those of others look by themselves. */
  wakeMigrations(): void;
  /** Null where no mail server is configured. */
  readonly mailer: Mailer | null;
  readonly signedUrls: SignedUrls;
  /** Identity of this process among those that share the database. */
  readonly processId: string;
  /** Calls to the endpoints of firms, and the secrets that sign them. */
  readonly webhookCalls: WebhookCalls;
  readonly webhookSecrets: WebhookSecrets;
  /** The ways to sources outside, and the secrets that open them. */
  readonly connectors: Connectors;
  readonly integrationSecrets: IntegrationSecrets;
  /** Whether the demo can be tried. */
  readonly offersDemo: boolean;
  /** Keeps secrets that must be read again. */
  readonly secretBox: SecretBox;
  /** The log itself, for those who read it as it is. */
  readonly log: EventLog;
  /** Recomputes the chain of a stream, and holds it against the heads that were signed of it. */
  verifyStream(stream: string): Promise<StreamVerification>;
  /** The heads that were signed of a stream, a day each, oldest first. */
  headsOf(stream: string): Promise<readonly SignedHead[]>;
  /** Where the feed of a company file stands. */
  readonly feedHead: FeedHeads;
  /** Devices that keep a copy of a company file. */
  readonly devices: SyncDevices;
  /** How far the read tables are behind the log, in events; and since when they have not caught up, in milliseconds. */
  lag(): Promise<{ readonly events: number; readonly milliseconds: number }>;
  /** What is wrong with the parts that the service stands on; empty: nothing. */
  health(): Promise<readonly HealthProblem[]>;
}

export type HealthProblem =
  | { readonly part: 'database'; readonly state: 'unreachable' | 'read_only' }
  /** `moving`: it is copied elsewhere, and nothing is written meanwhile. */
  | { readonly part: 'event_log'; readonly state: 'unreachable' | 'moving' }
  | { readonly part: 'disk'; readonly state: 'full' }
  /** `behind`: the read tables do not come to where the log ends; `halted`: an event cannot be digested; `being_made`: some of
   * them are not there yet, after an upgrade. */
  | { readonly part: 'projection'; readonly state: 'behind' | 'halted' | 'being_made' };
