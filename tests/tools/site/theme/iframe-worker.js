// A page that was opened from a file may not start a worker, which the search needs: a frame does the same.
if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    constructor(address) {
      super()
      const frame = document.createElement("iframe")
      frame.hidden = true
      document.body.append(frame)
      this.inside = frame.contentWindow
      this.inside.postMessage = (data) => this.pass(this, data)
      this.inside.importScripts = (...addresses) => addresses.reduce((before, next) => before.then(() => this.load(next)), Promise.resolve())
      this.ready = this.load(address)
    }

    // The script runs inside the frame.
    load(address) {
      return new Promise((resolve, reject) => {
        const script = this.inside.document.createElement("script")
        script.src = address
        script.onload = resolve
        script.onerror = reject
        this.inside.document.body.append(script)
      })
    }

    postMessage(data) {
      this.ready.then(() => this.pass(this.inside, data))
    }

    pass(target, data) {
      const event = new MessageEvent("message", { data })
      target.dispatchEvent(event)
      const named = target.onmessage
      if (named && target === this) named.call(target, event)
    }

    terminate() {
      this.inside.frameElement.remove()
    }
  }
  window.Worker = window.IFrameWorker
}
