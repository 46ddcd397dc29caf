/** Which server of a cluster to talk to: its members are asked who leads, and the one chosen has answered itself. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Metadata } from '@grpc/grpc-js';
import type { ChannelCredentials } from '@grpc/grpc-js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { Address, Endpoint } from './address.ts';

/** A member that leaves the question open for longer is passed over, as one that hangs would be. */
const ANSWER_MS = 1_000;
const PAUSE_MS = 100;

/** Where a server is, and under which name its certificate is checked where that differs. */
export interface Place extends Endpoint {
  readonly certifiedAs?: string;
}

/** Nobody in the cluster leads, or nobody answers. */
export class NoLeader extends Error {
  constructor(cause?: unknown) {
    super('No member of the EventStoreDB cluster can be used now', { cause });
    this.name = 'NoLeader';
  }
}

const { VNodeState } = gossip.MemberInfo;
const READING: readonly number[] = [
  VNodeState.LEADER,
  VNodeState.FOLLOWER,
  VNodeState.READONLYREPLICA,
  VNodeState.PREREADONLYREPLICA,
  VNodeState.READONLYLEADERLESS,
];
const REPLICAS: readonly number[] = [
  VNodeState.READONLYREPLICA,
  VNodeState.PREREADONLYREPLICA,
  VNodeState.READONLYLEADERLESS,
];

const ACCEPTED: Readonly<Record<Address['preference'], readonly (readonly number[])[]>> = {
  // Without a leader nothing can be written: the next look may find one.
  leader: [[VNodeState.LEADER]],
  follower: [[VNodeState.FOLLOWER], READING],
  readonlyreplica: [REPLICAS, READING],
  random: [READING],
};

interface Member {
  readonly place: Place;
  readonly state: number;
}

export interface Discovery {
  /** Goes on looking until the signal is aborted. @throws NoLeader then */
  find(signal: AbortSignal): Promise<Place>;
}

export function createDiscovery({ hosts, preference }: Address, credentials: ChannelCredentials): Discovery {
  /** Members that were told of last: a cluster whose first address is away is found through the others. */
  let known: readonly Place[] = [];

  async function look(): Promise<Place> {
    const asked = unique([...(await Promise.all(hosts.map(placesOf))).flat(), ...known]);
    const search = new AbortController();
    // The first whose answer leads to a member that answers too: one that hangs keeps nobody waiting.
    try {
      return await Promise.any(
        asked.map(async (place) => {
          const members = await membersAt(place, credentials, search.signal);
          known = members.map((member) => member.place);
          return answering(members, place);
        }),
      );
    } catch (error) {
      throw new NoLeader(error instanceof AggregateError ? error.errors[0] : error);
    } finally {
      search.abort();
    }
  }

  /** What a member says of another may be old: a leader that hangs is still called one for a while. */
  async function answering(members: readonly Member[], informant: Place): Promise<Place> {
    for (const states of ACCEPTED[preference]) {
      for (const { place } of shuffled(members.filter(({ state }) => states.includes(state)))) {
        if (place.host === informant.host && place.port === informant.port) return place;
        const answers = await membersAt(place, credentials, AbortSignal.timeout(ANSWER_MS)).catch(() => null);
        if (answers !== null) return place;
      }
    }
    throw new NoLeader();
  }

  return {
    async find(signal) {
      for (;;) {
        try {
          return await look();
        } catch (error) {
          if (signal.aborted) throw error;
        }
        await pause(PAUSE_MS, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) throw new NoLeader();
      }
    },
  };
}

/** A name may lead to every member: each is asked. */
async function placesOf({ host, port }: Endpoint): Promise<Place[]> {
  if (isIP(host) !== 0) return [{ host, port }];
  const found = await lookup(host, { all: true, verbatim: false }).catch(() => []);
  return found.map(({ address }) => ({ host: address, port, certifiedAs: host }));
}

export const targetOf = ({ host, port }: Place): string => (isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`);

export const channelName = ({ certifiedAs }: Place): Readonly<Record<string, string>> =>
  certifiedAs === undefined
    ? {}
    : { 'grpc.ssl_target_name_override': certifiedAs, 'grpc.default_authority': certifiedAs };

function membersAt(place: Place, credentials: ChannelCredentials, signal: AbortSignal): Promise<Member[]> {
  const client = new gossipService.GossipClient(targetOf(place), credentials, {
    ...channelName(place),
    'grpc.use_local_subchannel_pool': 1,
  });
  return new Promise<Member[]>((resolve, reject) => {
    const deadline = Date.now() + ANSWER_MS;
    const call = client.read(new shared.Empty(), new Metadata(), { deadline }, (error, answer) => {
      if (error) reject(error);
      else resolve(answer.getMembersList().flatMap(memberOf));
    });
    signal.addEventListener('abort', () => call.cancel(), { once: true });
    if (signal.aborted) call.cancel();
  }).finally(() => client.close());
}

function memberOf(member: InstanceType<typeof gossip.MemberInfo>): Member[] {
  const endpoint = member.getHttpEndPoint();
  if (!member.getIsAlive() || endpoint === undefined) return [];
  const place = { host: endpoint.getAddress(), port: endpoint.getPort() };
  return [{ place, state: member.getState() }];
}

function unique(places: readonly Place[]): Place[] {
  return [...new Map(places.map((place) => [targetOf(place), place])).values()];
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
