/** Exports `nextTask` for work that is divided into short tasks, so that a slow phone answers touches in between. */

/** Resolves in a later task. Unlike a timer, a message is not delayed where the page is hidden. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
