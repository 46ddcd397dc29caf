/** A change made offline that could not be applied, as the API describes it. */
export interface SyncConflict {
  readonly id: number;
  readonly resource: string;
  readonly record_id: number;
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly device: { readonly id: string; readonly name: string | null } | null;
  readonly user: { readonly id: number; readonly name: string | null };
  readonly client_data: Fields | null;
  readonly server_data: Fields;
  /** Fields that both sides have changed differently. */
  readonly overlap: readonly string[];
  readonly suggested: { readonly resolution: 'keep_server' | 'keep_client' | 'merge' };
  readonly occurred_at: string | null;
  readonly created_at: string;
  readonly version: number;
}

export type Fields = Readonly<Record<string, unknown>>;
