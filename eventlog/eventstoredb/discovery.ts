/** Chooses the server of a cluster: asks the members for the leader, and checks that the chosen member responds itself. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Metadata } from '@grpc/grpc-js';
import type { ChannelCredentials } from '@grpc/grpc-js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { Address, Endpoint } from './address.ts';

/** Members that take longer to answer are skipped. */
const ANSWER_MS = 1_000;
const PAUSE_MS = 100;

/** Address of a server, and the name for checking its certificate if that differs. */
export interface Place extends Endpoint {
  readonly certifiedAs?: string;
}

/** The cluster has no leader, or no member answers. */
export class NoLeader extends Error {
  constructor(cause?: unknown) {
    super('No member of the EventStoreDB cluster is available', { cause });
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
  // Nothing can be written without a leader; the next attempt may find one.
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
  /** Searches until the signal is aborted. @throws NoLeader then */
  findPlace(signal: AbortSignal): Promise<Place>;
}

export function createDiscovery({ hosts, preference }: Address, credentials: ChannelCredentials): Discovery {
  /** Members reported last. If the configured address is down, the cluster is found through them. */
  let known: readonly Place[] = [];

  async function searchOnce(): Promise<Place> {
    const asked = removeDuplicates([...(await Promise.all(hosts.map(resolvePlaces))).flat(), ...known]);
    const search = new AbortController();
    // Takes the first answer that leads to a responding member, so that a hanging one delays nothing.
    try {
      return await Promise.any(
        asked.map(async (place) => {
          const members = await fetchMembers(place, credentials, search.signal);
          known = members.map((member) => member.place);
          return findResponding(members, place);
        }),
      );
    } catch (error) {
      throw new NoLeader(error instanceof AggregateError ? error.errors[0] : error);
    } finally {
      search.abort();
    }
  }

  /** Gossip may be outdated: a hanging leader is still reported as leader for a while. */
  async function findResponding(members: readonly Member[], informant: Place): Promise<Place> {
    for (const states of ACCEPTED[preference]) {
      for (const { place } of shuffle(members.filter(({ state }) => states.includes(state)))) {
        if (place.host === informant.host && place.port === informant.port) return place;
        const answers = await fetchMembers(place, credentials, AbortSignal.timeout(ANSWER_MS)).catch(() => null);
        if (answers !== null) return place;
      }
    }
    throw new NoLeader();
  }

  return {
    async findPlace(signal) {
      for (;;) {
        try {
          return await searchOnce();
        } catch (error) {
          if (signal.aborted) throw error;
        }
        await pause(PAUSE_MS, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) throw new NoLeader();
      }
    },
  };
}

/** A name may resolve to several members; all of them are asked. */
async function resolvePlaces({ host, port }: Endpoint): Promise<Place[]> {
  if (isIP(host) !== 0) return [{ host, port }];
  const found = await lookup(host, { all: true, verbatim: false }).catch(() => []);
  return found.map(({ address }) => ({ host: address, port, certifiedAs: host }));
}

export const formatTarget = ({ host, port }: Place): string =>
  isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`;

export const buildChannelOptions = ({ certifiedAs }: Place): Readonly<Record<string, string>> =>
  certifiedAs === undefined
    ? {}
    : { 'grpc.ssl_target_name_override': certifiedAs, 'grpc.default_authority': certifiedAs };

function fetchMembers(place: Place, credentials: ChannelCredentials, signal: AbortSignal): Promise<Member[]> {
  const client = new gossipService.GossipClient(formatTarget(place), credentials, {
    ...buildChannelOptions(place),
    'grpc.use_local_subchannel_pool': 1,
  });
  return new Promise<Member[]>((resolve, reject) => {
    const deadline = Date.now() + ANSWER_MS;
    const call = client.read(new shared.Empty(), new Metadata(), { deadline }, (error, answer) => {
      if (error) reject(error);
      else resolve(answer.getMembersList().flatMap(toMembers));
    });
    signal.addEventListener('abort', () => call.cancel(), { once: true });
    if (signal.aborted) call.cancel();
  }).finally(() => client.close());
}

function toMembers(member: InstanceType<typeof gossip.MemberInfo>): Member[] {
  const endpoint = member.getHttpEndPoint();
  if (!member.getIsAlive() || endpoint === undefined) return [];
  const place = { host: endpoint.getAddress(), port: endpoint.getPort() };
  return [{ place, state: member.getState() }];
}

function removeDuplicates(places: readonly Place[]): Place[] {
  return [...new Map(places.map((place) => [formatTarget(place), place])).values()];
}

function shuffle<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
