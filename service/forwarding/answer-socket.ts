import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { vouchForAddress } from '../../api/http/server/client-address.ts';

/** What a process sends of a request that it forwards. */
export interface ForwardedHead {
  readonly method: string;
  readonly url: string;
  /** Of the client. */
  readonly address: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
}

export interface AnswerSink {
  /** Calls back when more can be taken. */
  write(bytes: Buffer, done: () => void): void;
  end(): void;
  break(): void;
}

/** Stands for the connection of a client that is connected to another process. */
class AnswerSocket extends Duplex {
  readonly remoteAddress: string;
  readonly #sink: AnswerSink;

  constructor(address: string, sink: AnswerSink) {
    super({ allowHalfOpen: true });
    this.remoteAddress = address;
    this.#sink = sink;
  }
  override _read(): void {}
  override _write(bytes: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#sink.write(bytes, done);
  }
  /** A client that stands still is noticed by the process that it is connected to. */
  setTimeout(): this {
    return this;
  }
  resetAndDestroy(): this {
    return this.destroy();
  }
}

export interface Forwarded {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Called when the client has left. */
  leave(): void;
}

export function buildForwarded(head: ForwardedHead, body: Buffer, sink: AnswerSink): Forwarded {
  // It has what Node.js and the application use of a socket.
  const socket = new AnswerSocket(head.address, sink) as Duplex as Socket;
  const request = buildMessage(socket, head, body);
  vouchForAddress(request, head.address);
  const response = new ServerResponse(request);
  // A frame of its own marks the end of the answer.
  response.useChunkedEncodingByDefault = false;
  response.assignSocket(socket);
  response.once('finish', () => {
    sink.end();
    socket.destroy();
  });
  response.once('close', () => {
    if (!response.writableFinished) sink.break();
  });
  return { request, response, leave: () => void socket.destroy() };
}

/** A request whose body has been read. */
export function buildMessage(
  socket: Socket,
  { method, url, headers, rawHeaders }: Omit<ForwardedHead, 'address'>,
  body: Buffer,
): IncomingMessage {
  const message = new IncomingMessage(socket);
  Object.assign(message, { method, url, headers, rawHeaders, complete: true });
  Object.assign(message, { httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 });
  if (body.length > 0) message.push(body);
  message.push(null);
  return message;
}
