/** Exports `clientAddress`: the address that a request comes from, for the limits and for the upstream. */
import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";

/** The form that some balancers write: an address with a port, IPv6 in brackets. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/;

/** The browser's address as trusted balancers report it; where they report none, that of the connection. IPv4 in its own form. */
export function clientAddress({ ip, socket }: Pick<FastifyRequest, "ip" | "socket">): string {
  const [, six, four] = WITH_PORT.exec(ip) ?? [];
  const address = six ?? four ?? ip;
  return plainAddress(isIP(address) === 0 ? (socket.remoteAddress ?? "") : address);
}

/** Without the prefix that a socket for both versions gives an IPv4 address (RFC 4291, 2.5.5.2). */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+(\.\d+){3}$)/i, "");
}
