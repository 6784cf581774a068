import { mount } from "svelte";
import App from "./App.svelte";
import "./styles/fonts.css";
import "./styles/base.css";

mount(App, { target: document.getElementById("app")! });
