import type { Owner } from '../database/owners.ts';
import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import type { SecretBox } from '../stores/identity/secret-box.ts';
import type { SignedHead } from '../stores/history/head.ts';
import type { StreamVerification } from '../commands/history/verify-log.ts';
import type { SignInToolbox } from '../commands/support/toolbox.ts';
import type { Vault } from '../stores/vault/vault.ts';
import type { SyncDevices } from '../stores/sync/devices.ts';
import type { LiveFeed } from './sync/live.ts';
import type { FeedHeads } from '../projections/sync/head-memory.ts';
import type { EventLog } from '../eventlog/port.ts';
import type { Directories } from '../outside/directories.ts';
import type { Mailer } from '../outside/mail/mailer.ts';
import type { TxtRecords } from '../outside/mail/txt-records.ts';
import type { DocumentReader } from '../commands/document-analysis/index.ts';
import type { FileStore } from '../outside/files/index.ts';
import type { Access } from './access/access.ts';
import type { Probes } from './http/server/probes.ts';
import type { SignOn } from './identity/sign-on-service.ts';
import type { SignedUrls } from './http/routing/signed-urls.ts';

/** The part of the demo that receives visitors. */
export interface DemoDesk {
  /** Called when a copy was given away, so that another one is prepared. */
  onCopyGiven(): void;
}

/** Everything that handlers may use; assembled once at startup. Subjects add their own services to this interface. */
export interface Services extends SignInToolbox {
  readonly access: Access;
  /** For reads of many rows: few statements at a time, so that small requests do not wait for them. */
  readonly bulkPool: pg.Pool;
  /** For work that no request waits for: commits without waiting for the disk. */
  readonly relaxedPool: pg.Pool;
  /** Keys of personal data. */
  readonly vault: Vault;
  /** Uploaded files. */
  readonly files: FileStore;
  /** Reads documents that are not structured invoices. */
  readonly documentReader: DocumentReader;
  /** Public keys that verify licence keys; if empty, no key can be activated. */
  readonly licenceKeys: readonly KeyObject[];
  /** Maximum number of lookups in external registers per user and day. */
  readonly lookupsPerDay: number;
  /** Registers of enterprises. */
  readonly directories: Directories;
  /** Notifies this process of a waiting migration; other processes poll. */
  wakeMigrations(): void;
  /** Null if no mail server is configured. */
  readonly mailer: Mailer | null;
  /** Looks up the records that prove the right to send under a domain. */
  readonly txtRecords: TxtRecords;
  /** Recipients of mails per firm and day; null: as its plan allows. */
  readonly recipientsPerDay: number | null;
  readonly signedUrls: SignedUrls;
  /** Providers of single sign-on. */
  readonly signOn: SignOn;
  /** Ownership of claimed work. */
  readonly owner: Owner;
  /** Whether the demo is available. */
  readonly offersDemo: boolean;
  /** Set in the instance of the demo: gives a copy of the books to a visitor. Null in the service itself. */
  readonly demo: DemoDesk | null;
  /** Encrypts secrets that must be readable later. */
  readonly secretBox: SecretBox;
  /** The event log itself, for direct reads. */
  readonly log: EventLog;
  /** Recomputes the hash chain of a stream and compares it with its signed heads. */
  verifyStream(stream: string): Promise<StreamVerification>;
  /** Signed heads of a stream, one per day, oldest first. */
  listSignedHeads(stream: string): Promise<readonly SignedHead[]>;
  /** Current position of the feed of a company file. */
  readonly feedHead: FeedHeads;
  /** Clients that wait for changes of a company file. */
  readonly liveFeed: LiveFeed;
  /** For a reader that has seen more than the tables show: on a replica, has the request repeated on the primary. */
  requirePrimary(): void;
  /** Devices that hold a copy of a company file. */
  readonly devices: SyncDevices;
  /** Lag of the read tables behind the log, in events and in milliseconds since they last caught up. */
  measureLag(): Promise<{ readonly events: number; readonly milliseconds: number }>;
  /** Whether this process is ready for requests. */
  readonly probes: Probes;
  /** Health checks of database, event log, disk and projections; empty if all is well. */
  checkHealth(): Promise<readonly HealthProblem[]>;
}

export type HealthProblem =
  | { readonly part: 'database'; readonly state: 'unreachable' | 'read_only' }
  /** `moving`: the log is being copied elsewhere, and writes are suspended meanwhile. */
  | { readonly part: 'event_log'; readonly state: 'unreachable' | 'moving' }
  | { readonly part: 'disk'; readonly state: 'full' }
  /**
   * `behind`: the read tables lag behind the log; `halted`: an event cannot be processed; `being_made`: some tables are
   * still being built after an upgrade.
   */
  | { readonly part: 'projection'; readonly state: 'behind' | 'halted' | 'being_made' };
