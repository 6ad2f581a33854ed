/** Tests components whose code loads later: the fallback, the code that is there already, and the failure. */
import { render, screen } from "@testing-library/react";
import { Component, type ReactNode, Suspense } from "react";
import { expect, it, vi } from "vitest";
import { deferred } from "../../src/blocks/deferred.js";

const Hello = ({ name }: { readonly name: string }) => <p>Hello {name}</p>;

class Boundary extends Component<{ readonly children: ReactNode }> {
  override state = { message: "" };
  static getDerivedStateFromError(error: Error) {
    return { message: error.message };
  }
  override render() {
    return this.state.message === "" ? this.props.children : <p role="alert">{this.state.message}</p>;
  }
}

it("shows the fallback until its code is loaded, and loads the code once", async () => {
  const load = vi.fn(async () => Hello);
  const { Component: Greeting } = deferred(load);
  render(
    <Suspense fallback={<p>Loading</p>}>
      <Greeting name="Ada" />
      <Greeting name="Grace" />
    </Suspense>,
  );
  expect(screen.getByText("Loading")).toBeVisible();
  expect(await screen.findByText("Hello Ada")).toBeVisible();
  expect(screen.getByText("Hello Grace")).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});

it("renders at once when its code is loaded", async () => {
  const greeting = deferred(async () => Hello);
  await greeting.load();
  render(<greeting.Component name="Ada" />);
  expect(screen.getByText("Hello Ada")).toBeVisible();
});

it("throws the failure of its code to the error boundary", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const { Component: Greeting, load } = deferred<{ readonly name: string }>(() => Promise.reject(new Error("no such file")));
  await load();
  render(
    <Boundary>
      <Greeting name="Ada" />
    </Boundary>,
  );
  expect(screen.getByRole("alert")).toHaveTextContent("no such file");
  expect(logged).toHaveBeenCalled();
});
